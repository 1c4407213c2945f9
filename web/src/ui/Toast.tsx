import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { TOAST_HIDE } from '../app/constants'
import { useT } from '../app/i18n'
import type { AlertState, Severity } from '../app/state'
import { cx } from './cx'
import { IconButton } from './IconButton'
import styles from './Toast.module.css'

const ICONS: Record<Severity, typeof Info> = {
  success: CircleCheck,
  info: Info,
  warning: TriangleAlert,
  error: CircleAlert,
}

/** Top right; leaves after six seconds, but not while somebody points at it or has the keyboard in it. */
export function Toast({ alert, onClose }: { alert: AlertState | null; onClose: () => void }) {
  const t = useT('common')
  const [held, setHeld] = useState(false)
  const open = alert !== null && alert.state !== 'closed'

  useEffect(() => {
    if (!open || held) return
    const timer = setTimeout(onClose, TOAST_HIDE)
    return () => clearTimeout(timer)
  }, [open, alert, held, onClose])

  // The region is always there: a screen reader only announces what changes inside a region that it already knows.
  return (
    <section className={styles.region} aria-label={t('common.toast.region')} aria-live="polite">
      {open && <Message key={alert.message.join('\n')} alert={alert} onClose={onClose} onHold={setHeld} />}
    </section>
  )
}

function Message({
  alert,
  onClose,
  onHold,
}: {
  alert: AlertState
  onClose: () => void
  onHold: (held: boolean) => void
}) {
  const t = useT('common')
  const severity = alert.state as Severity
  const Icon = ICONS[severity]
  useEffect(() => () => onHold(false), [onHold])
  return (
    <div
      className={cx(styles.toast, styles[severity])}
      role={severity === 'error' ? 'alert' : undefined}
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
      onFocus={() => onHold(true)}
      onBlur={() => onHold(false)}
    >
      <Icon
        className={styles.icon}
        size={18}
        strokeWidth={1.75}
        aria-label={t(`common.severity.${severity}`)}
      />
      <div className={styles.lines}>
        {alert.title && <strong>{alert.title}</strong>}
        {alert.message.map((line, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- two lines may say the same, and none moves
          <p key={place}>{line}</p>
        ))}
        {alert.options.length > 0 && (
          <div className={styles.options}>
            {alert.options.map((option) => (
              <button key={option.label} type="button" className={styles.option} onClick={option.action}>
                {option.label}
              </button>
            ))}
          </div>
        )}
      </div>
      <IconButton
        plain
        size="small"
        label={t('common.action.close')}
        icon={<X size={16} />}
        onClick={onClose}
      />
    </div>
  )
}
