import { Ban, Ellipsis, Pencil, RotateCw } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { lazyDialog } from '../../kit/command/CommandButton'
import { IconButton } from '../../ui/IconButton'
import { Menu } from '../../ui/Menu'
import { MAY_KEYS } from '../access'
import type { KeyRow } from '../contract'

const DIALOGS = {
  edit: lazyDialog(() => import('./EditKey')),
  rotate: lazyDialog(() => import('./RotateKey')),
  revoke: lazyDialog(() => import('./RevokeKey')),
}

/** What can be done with a key that still opens something. */
export function KeyActions({ record }: { record: KeyRow }) {
  const t = useT('access')
  const [doing, setDoing] = useState<keyof typeof DIALOGS | null>(null)
  if (!may(MAY_KEYS) || record.status === 'revoked') return null
  const Doing = doing && DIALOGS[doing].Dialog
  const icon = { size: 16, strokeWidth: 1.75 }
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton
            plain
            label={t('access.keys.actions', { name: record.name })}
            icon={<Ellipsis size={18} strokeWidth={1.75} />}
          />
        }
        items={[
          {
            key: 'edit',
            label: t('access.edit_key.open'),
            icon: <Pencil {...icon} />,
            onSelect: () => setDoing('edit'),
          },
          {
            key: 'rotate',
            label: t('access.rotate.open'),
            icon: <RotateCw {...icon} />,
            disabled: record.status === 'expired',
            onSelect: () => setDoing('rotate'),
          },
          {
            key: 'revoke',
            label: t('access.revoke.open'),
            icon: <Ban {...icon} />,
            danger: true,
            separated: true,
            onSelect: () => setDoing('revoke'),
          },
        ]}
      />
      <Suspense>{Doing && <Doing record={record} onClose={() => setDoing(null)} />}</Suspense>
    </>
  )
}
