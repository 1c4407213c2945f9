import { useLanguage } from '../../app/i18n'
import { ownZone } from '../../kit/clock'
import { DateTime } from '../../kit/DateTime'
import { formatTime } from '../../kit/format'
import styles from './NextRuns.module.css'

/** When a task runs next, as the person's clock and, where that is another, as the clock of its own zone tells it. */
export function NextRuns({ runs, zone }: { runs: readonly string[]; zone: string }) {
  const language = useLanguage()
  return (
    <ol className={styles.runs}>
      {runs.map((at) => (
        <li key={at}>
          <DateTime at={at} />
          {zone !== ownZone() && (
            <span className={styles.zone}>
              {formatTime(at, language, { zone })} {zone}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
