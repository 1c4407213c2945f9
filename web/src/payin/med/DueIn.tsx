import { useT } from '../../app/i18n'
import { useTimeLeft } from '../record/useTimeLeft'
import styles from './DueIn.module.css'

const MINUTE = 60_000

/** How long there is for the next step of a case; it moves on by the minute. */
export function DueIn({ until }: { until: string }) {
  const t = useT('med')
  const left = useTimeLeft(until, MINUTE)
  if (!left) return <span className={styles.over}>{t('med.due.over')}</span>
  const [hours = 0, minutes = 0] = left.clock.split(':').map(Number)
  return (
    <span className={left.days ? undefined : styles.soon}>
      {left.days ? t('med.due.days', { count: left.days, hours }) : t('med.due.hours', { hours, minutes })}
    </span>
  )
}
