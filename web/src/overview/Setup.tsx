import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { api, body } from '../app/api'
import { config } from '../app/config'
import { useT } from '../app/i18n'
import { settings } from '../app/state'
import * as storage from '../app/storage'
import { useStore } from '../app/store'
import unseen from '../kit/hidden.module.css'
import { Button, buttonClass } from '../ui/Button'
import { Card } from '../ui/Card'
import styles from './Setup.module.css'

/** Where each step is done. */
const PLACES: Record<string, string> = {
  second_factor: '/dashboard/settings/account/security',
  bank_account: '/dashboard/account/merchant-bank-accounts/list',
  team: '/dashboard/settings/access-control/users',
  charge: '/dashboard/payin/payments/list',
  paid: '/dashboard/payin/payments/list',
  webhook: '/dashboard/payin/sdk-management/webhooks',
  payout: '/dashboard/payouts/payments/list',
  day: '/dashboard/account/transactions-history/list',
}
/** The parts of the way, each with the first of its steps. */
const PARTS: Record<string, string> = { second_factor: 'ready', charge: 'paid', payout: 'pay', day: 'close' }

/**
 * The way of a merchant from an empty house to the first closed day, read from what is there. It goes when all is done, or when the
 * person puts it away.
 */
export function Setup() {
  const t = useT('overview')
  const account = useStore(settings, (state) => state.account?.id ?? null)
  const away = `setup:${account}` as const
  const [hidden, setHidden] = useState<string | null>(null)
  const { data } = useQuery({
    queryKey: ['overview', 'setup', account],
    queryFn: ({ signal }) => body(api.GET('/v1/overview/setup', { signal })),
    enabled: account !== null && account !== 'all',
  })
  const steps = data?.steps ?? []
  const done = steps.filter((step) => step.done).length
  if (done === steps.length || hidden === away || storage.read(away)) return null
  const next = steps.find((step) => !step.done)?.key
  const putAway = () => {
    storage.write(away, '1')
    setHidden(away)
  }
  return (
    <Card
      flush
      title={t('overview.setup.title')}
      actions={
        <>
          <span className={styles.count}>{t('overview.setup.count', { done, all: steps.length })}</span>
          <Button variant="ghost" size="small" onClick={putAway}>
            {t('overview.setup.hide')}
          </Button>
        </>
      }
    >
      <ol className={styles.steps}>
        {steps.map(({ key, done: isDone }) => {
          const Icon = isDone ? CircleCheck : Circle
          const part = PARTS[key]
          const hint = key === 'paid' && config().environment === 'development' ? 'hint_test' : 'hint'
          return (
            <li key={key} className={part ? styles.begins : undefined}>
              {part && <h3 className={styles.part}>{t(`overview.setup.part.${part}`)}</h3>}
              <div className={styles.step}>
                <Icon
                  size={20}
                  strokeWidth={1.75}
                  className={isDone ? styles.done : styles.open}
                  aria-hidden
                />
                <span className={unseen.hidden}>
                  {t(isDone ? 'overview.setup.done' : 'overview.setup.open')}
                </span>
                <span className={styles.words}>
                  <strong>{t(`overview.setup.${key}.title`)}</strong>
                  <small>{t(`overview.setup.${key}.${hint}`)}</small>
                </span>
                {!isDone && (
                  <Link
                    to={PLACES[key] ?? '/dashboard'}
                    className={buttonClass(key === next ? 'primary' : 'secondary', 'small')}
                  >
                    {t(`overview.setup.${key}.act`)}
                  </Link>
                )}
              </div>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
