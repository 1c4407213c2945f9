import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useLanguage, useT } from '../../app/i18n'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { useZone } from '../../app/zone'
import { Chip } from '../../kit/filter/Chip'
import { periodWords } from '../../kit/filter/words'
import { formatTime } from '../../kit/format'
import type { Period } from '../../kit/list/period'
import { PageHeader } from '../../kit/PageHeader'
import { Loaded } from '../../kit/record/Loaded'
import { Spinner } from '../../ui/Spinner'
import styles from './Administration.module.css'
import { type Administration as Answered, LONGEST, periodOf, useAdministration } from './administration'
import { ByDay, ByHour } from './Charts'
import { Funnel } from './Funnel'
import { Numbers } from './Numbers'
import { Merchants, Parts } from './Parts'

const PeriodPanel = lazy(() => import('../../kit/filter/PeriodPanel'))

/** Pay-in at a glance: what a period brought, beside as many days before it. */
export function Administration() {
  const t = useT('kit', 'payinAdmin')
  const language = useLanguage()
  const zone = useZone()
  const navigate = useNavigate()
  const [opened] = useState(() => new Date())
  const period = periodOf(useSearch({ strict: false }), opened, zone)
  const account = useStore(settings, (state) => state.account)
  const found = useAdministration(period)
  const choose = (chosen: Period) =>
    void navigate({
      to: '.',
      search: ('preset' in chosen ? { period: chosen.preset } : chosen) as never,
      replace: true,
    })
  return (
    <>
      <PageHeader
        title={t('payinAdmin.title')}
        subtitle={[account?.id !== 'all' && account?.name, found.data && asOf(found.data)]
          .filter(Boolean)
          .join(' · ')}
        actions={
          <Chip main name={t('kit.filter.period')} value={periodWords(t, language, period, zone)}>
            {(close) => (
              <Suspense fallback={<Spinner size={24} />}>
                <PeriodPanel
                  period={period}
                  longest={LONGEST}
                  wholeDays
                  onChange={(chosen) => {
                    choose(chosen)
                    close()
                  }}
                />
              </Suspense>
            )}
          </Chip>
        }
      />
      <Loaded query={found} lines={14} level={2}>
        {(data) => <Sums data={data} waiting={found.isPlaceholderData} />}
      </Loaded>
    </>
  )

  function asOf({ as_of, time_zone }: Answered): string {
    return t('payinAdmin.as_of', {
      at: formatTime(as_of, language, { time: 'seconds', zone: time_zone }),
    })
  }
}

function Sums({ data, waiting }: { data: Answered; waiting: boolean }) {
  const t = useT('payinAdmin')
  return (
    <div className={styles.page} aria-busy={waiting}>
      <Numbers now={data.now} before={data.before} days={data.days.length} />
      <Funnel now={data.now} period={{ from: data.from, to: data.to }} />
      <ByDay days={data.days} before={data.days_before} />
      <ByHour hours={data.hours} />
      <div className={styles.pair}>
        <Parts
          title={t('payinAdmin.by_method')}
          parts={data.methods}
          total={data.now}
          words="payinAdmin.method"
        />
        <Parts title={t('payinAdmin.by_processor')} parts={data.processors} total={data.now} />
      </div>
      {data.merchants && <Merchants merchants={data.merchants} />}
    </div>
  )
}
