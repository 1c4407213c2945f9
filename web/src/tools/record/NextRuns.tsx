import { useLanguage } from '../../app/i18n'
import { formatTime } from '../../kit/format'
import styles from './NextRuns.module.css'

/** When a task runs next, by the clock of its own zone. */
export function NextRuns({ runs, zone }: { runs: readonly string[]; zone: string }) {
  const language = useLanguage()
  return (
    <>
      <ol className={styles.runs}>
        {runs.map((at) => (
          <li key={at}>
            <time dateTime={at}>{formatTime(at, language, { zone })}</time>
          </li>
        ))}
      </ol>
      <p className={styles.zone}>{zone}</p>
    </>
  )
}
