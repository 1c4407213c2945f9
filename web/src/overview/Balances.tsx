import { Hourglass, Lock, type LucideIcon, Wallet } from 'lucide-react'
import type { Answer } from '../app/api'
import { useLanguage, useT } from '../app/i18n'
import { formatAmount } from '../kit/format'
import { Card } from '../ui/Card'
import { TextBars } from '../ui/Skeleton'
import styles from './Balances.module.css'

type Balance = NonNullable<Answer<'/v1/overview', 'get'>['balances']>[number]

const ICONS: Record<string, LucideIcon> = { available: Wallet, on_hold: Lock, in_review: Hourglass }

/** What the merchant has; undefined while it loads. */
export function Balances({ balances }: { balances: readonly Balance[] | null | undefined }) {
  const t = useT('overview')
  const language = useLanguage()
  return (
    <Card
      className={styles.card}
      title={t('overview.balances.title')}
      actions={balances && <small className={styles.hint}>R$</small>}
    >
      {balances === undefined && <TextBars lines={6} />}
      <ul>
        {balances?.map(({ key, amount }) => {
          const Icon = ICONS[key] ?? Wallet
          return (
            <li key={key} className={styles.balance}>
              <span className={styles.icon} aria-hidden>
                <Icon size={16} strokeWidth={1.75} />
              </span>
              <span className={styles.words}>
                <span className={styles.name}>{t(`overview.balance.${key}`)}</span>
                <span className={styles.hint}>{t(`overview.balance_hint.${key}`)}</span>
              </span>
              <strong className={styles.amount}>{formatAmount(amount, language)}</strong>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
