import { showAlert } from '../../app/state'
import { CommandDialog, type Subject } from '../../kit/command/CommandDialog'
import type { Answered, Keyed } from '../../kit/command/useCommand'
import { useRefresh } from '../useRefresh'
import styles from './form.module.css'

export interface AskProps {
  title: string
  text: string
  submit: string
  /** Said when it is done. */
  done: string
  subject: Subject
  danger?: boolean
  send: (header: Keyed) => Promise<Answered<unknown>>
  /** What it acted on is no more: where to go instead. */
  onDone?: () => void
  onClose: () => void
}

/** Says what would happen, and does it when the person wants that. */
export function Ask({ title, text, submit, done, subject, danger, send, onDone, onClose }: AskProps) {
  const refresh = useRefresh()
  return (
    <CommandDialog
      title={title}
      submit={submit}
      subject={subject}
      danger={danger}
      read={() => ({ input: {} })}
      send={(_, header) => send(header)}
      onDone={() => {
        onClose()
        showAlert('success', done)
        refresh(Boolean(onDone))
        onDone?.()
      }}
      onClose={onClose}
    >
      {() => <p className={styles.text}>{text}</p>}
    </CommandDialog>
  )
}
