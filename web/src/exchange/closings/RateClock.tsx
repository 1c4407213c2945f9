import { Timer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useT } from '../../app/i18n'
import { cx } from '../../ui/cx'
import styles from '../exchange.module.css'

const SECOND = 1000

/** For how long the bank's rate still holds; the server decides by its own clock. */
export function RateClock({ rate, until }: { rate: string; until: string }) {
  const t = useT('exchange')
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(0, Math.floor((new Date(until).getTime() - now) / SECOND))
  const minutes = Math.floor(left / 60)
  const seconds = String(left % 60).padStart(2, '0')
  return (
    <span className={styles.clock} role="timer">
      <Timer size={18} strokeWidth={1.75} aria-hidden />
      {left > 0 ? (
        <>
          {t('exchange.clock.holds', { rate })}{' '}
          <strong className={styles.warn}>{`${minutes}:${seconds}`}</strong>
        </>
      ) : (
        <span className={cx(styles.bad)}>{t('exchange.clock.ran_out', { rate })}</span>
      )}
    </span>
  )
}
