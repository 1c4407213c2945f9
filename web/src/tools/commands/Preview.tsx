import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, body } from '../../app/api'
import { fieldErrors, linesOf } from '../../app/errors'
import { useT } from '../../app/i18n'
import { NextRuns } from '../record/NextRuns'
import styles from './ChangeTask.module.css'

const SETTLED_MS = 400
const FIELDS = 5

/** When a schedule would run next, as it is being typed; or which part of it makes no sense. */
export function Preview({ schedule, zone }: { schedule: string; zone: string }) {
  const t = useT('common', 'tools')
  const asked = useSettled(schedule.trim(), zone.trim())
  const { data, error } = useQuery({
    queryKey: ['tools', 'preview', asked.schedule, asked.time_zone],
    queryFn: ({ signal }) =>
      body(api.GET('/v1/tools/cron-tasks/preview', { params: { query: asked }, signal })),
    // What is still being typed is no mistake yet.
    enabled: asked.schedule.split(/\s+/).length === FIELDS && asked.time_zone !== '',
    retry: false,
    staleTime: 60_000,
  })
  // Which field it is about is plain to see.
  const named = Object.values(fieldErrors(t, error))
  const wrong = named.length > 0 ? named : linesOf(t, error)
  return (
    <div className={styles.preview} aria-live="polite">
      <p className={styles.title}>{t('tools.card.next')}</p>
      {error ? (
        <p className={styles.wrong}>{wrong.join('. ')}</p>
      ) : (
        data && <NextRuns runs={data} zone={asked.time_zone} />
      )}
    </div>
  )
}

/** What stands there once nobody types any more. */
function useSettled(schedule: string, zone: string): { schedule: string; time_zone: string } {
  const [settled, setSettled] = useState({ schedule, time_zone: zone })
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ schedule, time_zone: zone }), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [schedule, zone])
  return settled
}
