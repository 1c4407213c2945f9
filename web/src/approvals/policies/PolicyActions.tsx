import { FlaskConical, Pencil, Trash2 } from 'lucide-react'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { lazyAct } from '../../kit/act/lazyAct'
import { lazyDialog } from '../../kit/command/CommandButton'
import { type RowCommand, RowCommands } from '../../kit/command/RowCommands'
import { MAY_POLICIES, type PolicyRow } from '../approvals'

const edit = lazyDialog(() => import('./EditPolicy'))
const simulate = lazyDialog(() => import('../simulation/SimulatePolicy'))
const remove = lazyAct(() => import('./acts'), 'delete')

/** What can be done with a policy. */
export function PolicyActions({ policy }: { policy: PolicyRow }) {
  const t = useT('approvals')
  const icon = { size: 16, strokeWidth: 1.75 }
  const changes: RowCommand<{ policy: PolicyRow }>[] = [
    { key: 'edit', label: t('approvals.policy.edit'), icon: <Pencil {...icon} />, dialog: edit },
    {
      key: 'remove',
      label: t('approvals.policy.remove'),
      icon: <Trash2 {...icon} />,
      dialog: remove,
      danger: true,
    },
  ]
  return (
    <RowCommands
      label={t('approvals.policy.actions', { name: policy.name ?? '' })}
      given={{ policy }}
      commands={[
        {
          key: 'simulate',
          label: t('approvals.simulation.open'),
          icon: <FlaskConical {...icon} />,
          dialog: simulate,
        },
        ...(may(MAY_POLICIES) ? changes : []),
      ]}
    />
  )
}
