import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, body } from '../../../app/api'
import { linesOf } from '../../../app/errors'
import { useT } from '../../../app/i18n'
import { NextRuns } from '../NextRuns'
import styles from './ScheduleForm.module.css'
import type { RhythmInput } from './scheduleForm'

/** The next five runs of what the form says now. */
export function Preview({ rhythm }: { rhythm: RhythmInput | null }) {
  const t = useT('common', 'deposits')
  const { data, error } = useQuery({
    queryKey: ['schedule-preview', rhythm],
    enabled: rhythm !== null,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      body(api.POST('/v1/account/schedules/preview', { body: rhythm as RhythmInput, signal })),
  })
  return (
    <section className={styles.preview} aria-live="polite">
      <h3 className={styles.title}>{t('deposits.schedule.preview')}</h3>
      {error ? (
        <p className={styles.quiet}>{linesOf(t, error).join('. ')}</p>
      ) : (
        data && rhythm && <NextRuns runs={data.runs} zone={rhythm.time_zone} />
      )}
    </section>
  )
}
