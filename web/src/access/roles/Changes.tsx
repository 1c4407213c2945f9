import { useT } from '../../app/i18n'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { sendCommand } from '../../kit/command/send'
import type { RoleInput, RolePlan, RoleRow } from '../contract'
import { grantErrors } from '../grantErrors'
import { Difference } from './Difference'

interface ChangesProps {
  /** Without it a new role. */
  id: number | undefined
  input: RoleInput
  plan: RolePlan
  company: string | undefined
  /** Whether a second factor becomes required, or is no longer; null: neither. */
  factor: boolean | null
  onSaved: (role: RoleRow) => void
  onClose: () => void
}

/** What would change, and for whom; then it is saved. */
export function Changes({ id, input, plan, company, factor, onSaved, onClose }: ChangesProps) {
  const t = useT('common', 'kit', 'access')
  const beyond = plan.not_yours
  return (
    <CommandDialog<RoleInput, RoleRow>
      command={id === undefined ? 'access:role:create' : 'access:role:change'}
      title={id === undefined ? t('access.plan.new_title') : t('access.plan.title')}
      submit={t('access.plan.submit')}
      subject={[company, input.name].filter(Boolean).join(' · ')}
      size="medium"
      onlyShows
      read={() => (beyond.length ? { errors: { not_yours: t('access.plan.not_yours') } } : { input })}
      send={(role, header) =>
        grantErrors(
          t,
          id === undefined
            ? sendCommand('access:role:create', {}, role, header)
            : sendCommand('access:role:change', { id: String(id) }, role, header),
        )
      }
      onDone={(role) => {
        onSaved(role)
      }}
      onClose={onClose}
    >
      {() => <Difference plan={plan} factor={factor} />}
    </CommandDialog>
  )
}
