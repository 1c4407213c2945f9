import { useT } from '../app/i18n'
import { wordOf } from './pix'
import styles from './Schedules.module.css'

/** Why something ended, in plain words, and what to do. */
export function Code({ code }: { code: string }) {
  const t = useT('pix')
  const cause = wordOf(t, 'codes.cause', code)
  if (cause === code) return code
  return (
    <span className={styles.code}>
      <span>
        {cause} ({code})
      </span>
      <span className={styles.label}>{wordOf(t, 'codes.advice', code)}</span>
    </span>
  )
}
