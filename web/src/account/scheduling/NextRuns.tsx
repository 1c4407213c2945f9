import { useLanguage, useT } from '../../app/i18n'
import { formatTime } from '../../kit/format'
import styles from './NextRuns.module.css'

/** Moments to come, by the clock of the schedule; their weekday tells what the business-day rule did. */
export function NextRuns({ runs, zone }: { runs: readonly string[]; zone: string }) {
  const t = useT('deposits')
  const language = useLanguage()
  const weekday = new Intl.DateTimeFormat(language === 'pt' ? 'pt-BR' : 'en-GB', {
    weekday: 'short',
    timeZone: zone,
  })
  if (!runs.length) return <p className={styles.none}>{t('deposits.schedule.no_runs')}</p>
  return (
    <ol className={styles.runs}>
      {runs.map((run) => (
        <li key={run}>
          <time dateTime={run}>
            <span className={styles.weekday}>{weekday.format(new Date(run))}</span>
            {formatTime(run, language, { zone })}
          </time>
        </li>
      ))}
    </ol>
  )
}
