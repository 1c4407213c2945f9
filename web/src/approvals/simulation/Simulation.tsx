import { useQuery } from '@tanstack/react-query'
import { api, body } from '../../app/api'
import { linesOf } from '../../app/errors'
import { useLanguage, useT } from '../../app/i18n'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { DateTime } from '../../kit/DateTime'
import { formatMoney, formatNumber } from '../../kit/format'
import { Banner } from '../../ui/Banner'
import { TextBars } from '../../ui/Skeleton'
import type { PolicyInput, SimulationFound } from '../approvals'
import styles from './Simulation.module.css'

const DAYS = 30
const DAY_MS = 86_400_000

/** What a policy would have asked for in the last thirty days, and of whom. */
export function Simulation({ policy }: { policy: PolicyInput }) {
  const t = useT('common', 'approvals')
  const account = useStore(settings, (state) => state.account?.id ?? null)
  const { data, error } = useQuery({
    queryKey: ['approvals', 'simulation', account, policy],
    queryFn: ({ signal }) => {
      const until = new Date()
      const since = new Date(until.getTime() - DAYS * DAY_MS)
      const asked = { ...policy, since: since.toISOString(), until: until.toISOString() }
      return body(api.POST('/v1/approval-policies/simulate', { body: asked, signal }))
    },
    retry: false,
  })
  return (
    <section className={styles.found} aria-label={t('approvals.simulation.title')} aria-live="polite">
      {error && <Banner tone="error">{linesOf(t, error).join('. ')}</Banner>}
      {!error && !data && <TextBars lines={3} />}
      {data && <Found found={data} />}
    </section>
  )
}

function Found({ found }: { found: SimulationFound }) {
  const t = useT('approvals')
  const language = useLanguage()
  const { looked_at, needing, unknown, cut, amount, makers, groups, examples } = found
  const number = (value: number) => formatNumber(value, language)
  const counted = (count: number, sum: typeof amount) =>
    sum.amount ? `${number(count)} · ${formatMoney(sum, language)}` : number(count)
  return (
    <>
      <p>
        {t('approvals.simulation.said', {
          count: needing,
          number: number(needing),
          total: number(looked_at),
          days: DAYS,
        })}
        {amount.amount > 0 && ` ${t('approvals.simulation.sum', { amount: formatMoney(amount, language) })}`}
      </p>
      {unknown > 0 && <p className={styles.note}>{t('approvals.simulation.unknown', { count: unknown })}</p>}
      {cut && <p className={styles.note}>{t('approvals.simulation.cut', { total: number(looked_at) })}</p>}
      {makers.length > 0 && (
        <div className={styles.long}>
          <h3>{t('approvals.simulation.makers')}</h3>
          <ul>
            {makers.map(({ maker, count, amount: sum }) => (
              <li key={maker}>
                {maker} · {counted(count, sum)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {groups.length > 0 && (
        <div className={styles.long}>
          <h3>{t('approvals.simulation.groups')}</h3>
          <ul>
            {groups.map(({ company_id, company_name, people, others, enough, count, amount: sum }) => (
              <li key={`${company_id} ${people.join()} ${others}`}>
                {company_name}:{' '}
                {[...people, others > 0 && t('approvals.simulation.others', { count: others })]
                  .filter(Boolean)
                  .join(', ') || t('approvals.simulation.nobody')}{' '}
                · {counted(count, sum)}
                {!enough && <span className={styles.short}> · {t('approvals.simulation.not_enough')}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
      {examples.length > 0 && (
        <details>
          <summary>{t('approvals.simulation.examples', { count: examples.length })}</summary>
          <ul className={styles.long}>
            {examples.map(({ at, maker, company_name, amount: sum }, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- two of them may be alike, and none moves
              <li key={place}>
                <DateTime at={at} /> · {company_name} · {maker}
                {sum && ` · ${formatMoney(sum, language)}`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
