import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Answer } from '../app/api'
import { useLanguage, useT } from '../app/i18n'
import { settings } from '../app/state'
import { useStore } from '../app/store'
import { DateTime } from '../kit/DateTime'
import { formatMoney } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { readPage } from '../kit/list/page'
import { CHARGE_STATUSES } from '../kit/statuses'
import { Card } from '../ui/Card'
import { TextBars } from '../ui/Skeleton'
import styles from './rows.module.css'

type Charge = Answer<'/v1/payin/charges', 'get'>[number]

const SHOWN = 5

/** The charges made last. */
export function Latest() {
  const t = useT('overview', 'payin')
  const language = useLanguage()
  const account = useStore(settings, (state) => state.account?.id ?? null)
  const { data, isError } = useQuery({
    queryKey: ['list', 'payin.payments.latest', account],
    queryFn: ({ signal }) => readPage<Charge>('/v1/payin/charges', { per_page: SHOWN }, signal),
  })
  return (
    <Card
      flush
      title={t('overview.latest.title')}
      actions={
        <Link to="/dashboard/payin/payments/list" className={styles.all}>
          {t('overview.latest.all')}
        </Link>
      }
    >
      {!data && (
        <div className={styles.waiting}>{isError ? t('overview.failed') : <TextBars lines={SHOWN} />}</div>
      )}
      {data?.rows.length === 0 && <p className={styles.none}>{t('overview.latest.none')}</p>}
      <ul>
        {data?.rows.map(({ id, payer_name, reference, status, created_at, amount }) => (
          <li key={id}>
            <Link to="/dashboard/payin/payments/$id" params={{ id }} className={styles.row}>
              <StatusWord values={CHARGE_STATUSES} value={status} text={{ t, language }} />
              <span className={styles.grow}>
                {payer_name ?? t('payin.list.no_payer')}
                {reference && <span className={styles.muted}> · {reference}</span>}
              </span>
              <span className={styles.muted}>{created_at && <DateTime at={created_at} />}</span>
              <span className={styles.amount}>{formatMoney(amount, language)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
