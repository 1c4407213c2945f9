import { Timer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLanguage, useT } from '../../app/i18n'
import { formatDecimal } from '../../kit/format'
import { cx } from '../../ui/cx'
import styles from '../exchange.module.css'

const SECOND = 1000

const two = (value: number) => String(value).padStart(2, '0')

/** Seconds as "9:07", and from an hour on as "23:52:07". */
function countdown(left: number): string {
  const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60]
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}

/** For how long the bank's rate still holds; the server decides by its own clock. */
export function RateClock({ rate: given, until }: { rate: string; until: string }) {
  const t = useT('exchange')
  const language = useLanguage()
  const rate = formatDecimal(given, language)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(0, Math.floor((new Date(until).getTime() - now) / SECOND))
  return (
    <span className={styles.clock} role="timer">
      <Timer size={18} strokeWidth={1.75} aria-hidden />
      {left > 0 ? (
        <>
          {t('exchange.clock.holds', { rate })} <strong className={styles.warn}>{countdown(left)}</strong>
        </>
      ) : (
        <span className={cx(styles.bad)}>{t('exchange.clock.ran_out', { rate })}</span>
      )}
    </span>
  )
}
