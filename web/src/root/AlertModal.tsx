import { useCallback, useEffect, useState } from 'react'
import { useT } from '../app/i18n'
import { type AlertOption, type AlertState, closeAlert } from '../app/state'
import { Button } from '../ui/Button'
import DialogWindow from '../ui/DialogWindow'
import styles from './AlertModal.module.css'
import { bodyOf } from './alertBody'

/** A full-screen alert: its lines, a button that closes it, and further actions that may ask to be read first. */
export default function AlertModal({ alert }: { alert: AlertState }) {
  const t = useT('common')
  const { message } = alert
  const body = useCallback((place: HTMLElement | null) => place?.replaceChildren(bodyOf(message)), [message])
  return (
    <DialogWindow
      title={alert.title ?? t('common.alert.title')}
      onClose={closeAlert}
      footer={
        <>
          {alert.options.map((option, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- two may say the same, and none ever moves
            <Countdown key={place} option={option} />
          ))}
          <Button variant={alert.options.length ? 'secondary' : 'primary'} onClick={closeAlert}>
            {t('common.action.close')}
          </Button>
        </>
      }
    >
      <div ref={body} className={styles.body} />
    </DialogWindow>
  )
}

function Countdown({ option }: { option: AlertOption }) {
  const [left, setLeft] = useState(option.timeToEnable ?? 0)
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return (
    <Button
      variant={option.color === 'error' ? 'danger' : 'primary'}
      disabled={left > 0}
      onClick={option.action}
    >
      {left > 0 ? `${option.label} (${left})` : option.label}
    </Button>
  )
}
