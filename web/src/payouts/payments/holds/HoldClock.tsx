import { useT } from '../../../app/i18n'
import { useTimeLeft } from '../../../payin/record/useTimeLeft'
import type { HoldRow } from '../payment'
import styles from './holds.module.css'

/** Before this of the clock a hold is about to end by itself. */
const SOON = '00:10:00'

/** How long somebody has to decide; it ticks for the eye only. */
export function HoldClock({ until }: { until: HoldRow['hold_until'] }) {
  const t = useT('payoutPayments')
  return until ? <Ticking until={until} /> : <>{t('payoutPayments.holds.no_clock')}</>
}

function Ticking({ until }: { until: string }) {
  const t = useT('payoutPayments')
  const left = useTimeLeft(until)
  if (!left) return <>{t('payoutPayments.holds.over')}</>
  const soon = left.days === 0 && left.clock < SOON
  const time = left.days
    ? t('payoutPayments.holds.days', { count: left.days, clock: left.clock })
    : left.clock
  return (
    <span role="timer" aria-live="off" className={soon ? styles.soon : styles.clock}>
      {t('payoutPayments.holds.left', { time })}
    </span>
  )
}
