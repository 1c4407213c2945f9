import { useT } from '../../app/i18n'
import styles from './Countdown.module.css'
import { useTimeLeft } from './useTimeLeft'

/** How long a code can still be paid. It ticks for the eye only: nobody wants to hear every second. */
export function Countdown({ until }: { until: string }) {
  const t = useT('payin')
  const left = useTimeLeft(until)
  if (!left) return <p className={styles.countdown}>{t('payin.code.over')}</p>
  const text = left.days ? t('payin.code.days', { count: left.days, clock: left.clock }) : left.clock
  return (
    <p className={styles.countdown} role="timer" aria-live="off">
      {t('payin.code.expires_in', { time: text })}
    </p>
  )
}
