import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, body } from '../../app/api'
import { linesOf } from '../../app/errors'
import { useLanguage, useT } from '../../app/i18n'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { formatMoney } from '../../kit/format'
import { Banner } from '../../ui/Banner'
import { Bar } from '../../ui/Skeleton'
import { AsOf } from './AsOf'
import styles from './BalancesHeader.module.css'

const SHOWN = ['available', 'on_hold', 'in_review', 'blocked', 'scheduled'] as const

/** Where the accounts of a merchant stand, and money is moved between them. */
const companyPath = (id: number | string | null): string => `/dashboard/companies/${id}`

/** What the merchant has: now, or at the moment that was asked for. */
export function BalancesHeader() {
  const t = useT('common', 'account')
  const language = useLanguage()
  const account = useStore(settings, (state) => state.account?.id ?? null)
  const [at, setAt] = useState<string | null>(null)
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['list', 'account.balances', account, at],
    queryFn: ({ signal }) =>
      body(api.GET('/v1/account/balances', { params: { query: at ? { at } : {} }, signal })),
    placeholderData: keepPreviousData,
  })
  return (
    <section
      className={styles.header}
      data-first={(!data && !error) || undefined}
      aria-label={t('account.balances.title')}
      aria-busy={(!data && !error) || isPlaceholderData}
    >
      <AsOf at={at} onChange={setAt} />
      {error ? (
        <Banner tone="error" role="alert">
          {linesOf(t, error).join('. ')}
        </Banner>
      ) : (
        <dl className={styles.balances}>
          {SHOWN.map((key) => {
            const value = data?.[key]
            return (
              <div key={key} className={styles.balance} title={t(`account.balances.${key}_hint`)}>
                <dt className={styles.name}>{t(`account.balances.${key}`)}</dt>
                <dd className={styles.amount}>
                  {data ? (
                    value ? (
                      formatMoney(value, language)
                    ) : (
                      t('account.balances.unknown')
                    )
                  ) : (
                    <Bar width={96} height={18} />
                  )}
                </dd>
              </div>
            )
          })}
        </dl>
      )}
      {!error &&
        data?.restrictions.map(({ process, court, amount }) => (
          <div key={process} className={styles.told}>
            <Banner tone="atention">
              {t('account.balances.restricted', { amount: formatMoney(amount, language), court, process })}
            </Banner>
          </div>
        ))}
      {data && data.sub_accounts.length > 0 && !error && (
        <section className={styles.parts} aria-label={t('account.balances.parts')}>
          <h3 className={styles.name} title={t('account.balances.parts_hint')}>
            {t('account.balances.parts')}
          </h3>
          <dl className={styles.partList}>
            {data.sub_accounts.map(({ id, alias, available }) => (
              <div key={id} className={styles.part}>
                <dt className={styles.name}>{alias}</dt>
                <dd>{formatMoney(available, language)}</dd>
              </div>
            ))}
          </dl>
          <Link to={companyPath(account)} className={styles.open}>
            {t('account.balances.parts_open')}
          </Link>
        </section>
      )}
    </section>
  )
}
