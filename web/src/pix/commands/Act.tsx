import { useLanguage, useT } from '../../app/i18n'
import { refreshTables, showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import type { CommandName, Values } from '../../kit/command/schema'
import { planWords } from '../pix'

interface Act {
  command: CommandName
  /** Whose states its plan tells of. */
  status: 'recurrence_status' | 'charge_status'
  danger?: boolean
}

/** What can be done, by the name of its words. */
const ACTS: Record<string, Act> = {
  recurrence_cancel: { command: 'pix:recurrence:cancel', status: 'recurrence_status', danger: true },
  renew_code: { command: 'pix:recurrence:renew_code', status: 'recurrence_status', danger: true },
  start: { command: 'pix:recurrence:change', status: 'recurrence_status' },
  request: { command: 'pix:request:create', status: 'recurrence_status' },
  request_cancel: { command: 'pix:request:cancel', status: 'recurrence_status', danger: true },
  charge: { command: 'pix:charge:create', status: 'charge_status' },
  charge_cancel: { command: 'pix:charge:cancel', status: 'charge_status', danger: true },
  retry: { command: 'pix:charge:retry', status: 'charge_status' },
  refund: { command: 'pix:refund:create', status: 'charge_status' },
}

interface ActProps extends CommandProps {
  id: string
  what: string
  /** Fields that are filled in already. */
  initial?: Values
}

/** Does something with one recurrence, or with one charge; with what would happen in sight. */
export default function ActDialog({ id, what, initial, onClose }: ActProps) {
  const t = useT('common', 'kit', 'pix')
  const language = useLanguage()
  const act = ACTS[what]
  if (!act) return null
  return (
    <CommandForm
      command={act.command}
      ids={{ id }}
      title={t(`pix.${what}.title`)}
      submit={t(`pix.${what}.submit`)}
      danger={act.danger}
      texts={`pix.${what}`}
      initial={initial}
      text={<p>{t(`pix.${what}.text`)}</p>}
      words={planWords(t, language, act.status)}
      onDone={() => {
        onClose()
        showAlert('success', t(`pix.${what}.done`))
        refreshTables()
      }}
      onClose={onClose}
    />
  )
}
