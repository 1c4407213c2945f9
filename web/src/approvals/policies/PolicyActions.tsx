import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { lazyDialog } from '../../kit/command/CommandButton'
import { IconButton } from '../../ui/IconButton'
import { Menu } from '../../ui/Menu'
import { MAY_POLICIES, type PolicyRow } from '../approvals'

const DIALOGS = {
  edit: lazyDialog(() => import('./EditPolicy')),
  remove: lazyDialog(() => import('./DeletePolicy')),
}

/** What can be done with a policy. */
export function PolicyActions({ policy }: { policy: PolicyRow }) {
  const t = useT('approvals')
  const [doing, setDoing] = useState<keyof typeof DIALOGS | null>(null)
  if (!may(MAY_POLICIES)) return null
  const Doing = doing && DIALOGS[doing].Dialog
  const icon = { size: 16, strokeWidth: 1.75 }
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton
            plain
            label={t('approvals.policy.actions', { name: policy.name ?? '' })}
            icon={<Ellipsis size={18} strokeWidth={1.75} />}
          />
        }
        items={[
          {
            key: 'edit',
            label: t('approvals.policy.edit'),
            icon: <Pencil {...icon} />,
            onSelect: () => setDoing('edit'),
          },
          {
            key: 'remove',
            label: t('approvals.policy.remove'),
            icon: <Trash2 {...icon} />,
            danger: true,
            separated: true,
            onSelect: () => setDoing('remove'),
          },
        ]}
      />
      <Suspense>{Doing && <Doing policy={policy} onClose={() => setDoing(null)} />}</Suspense>
    </>
  )
}
