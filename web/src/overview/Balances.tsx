import type { Answer } from '../app/api'
import { useLanguage, useT } from '../app/i18n'
import { formatAmount } from '../kit/format'
import { Avatar } from '../ui/Avatar'
import { Card } from '../ui/Card'
import { TextBars } from '../ui/Skeleton'
import styles from './Balances.module.css'

type Balance = NonNullable<Answer<'/v1/overview', 'get'>['balances']>[number]

/** What the merchant has; undefined while it loads. */
export function Balances({ balances }: { balances: readonly Balance[] | null | undefined }) {
  const t = useT('overview')
  const language = useLanguage()
  return (
    <Card
      title={t('overview.balances.title')}
      actions={balances && <small className={styles.hint}>R$</small>}
    >
      {balances === undefined && <TextBars lines={6} />}
      <ul>
        {balances?.map(({ key, amount }) => (
          <li key={key} className={styles.balance}>
            <Avatar name={t(`overview.balance.${key}`)} />
            <span className={styles.words}>
              <span className={styles.name}>{t(`overview.balance.${key}`)}</span>
              <span className={styles.hint}>{t(`overview.balance_hint.${key}`)}</span>
            </span>
            <strong className={styles.amount}>{formatAmount(amount, language)}</strong>
          </li>
        ))}
      </ul>
    </Card>
  )
}
