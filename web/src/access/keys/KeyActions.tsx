import { Ban, Pencil, RotateCw } from 'lucide-react'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { lazyAct } from '../../kit/act/lazyAct'
import { lazyDialog } from '../../kit/command/CommandButton'
import { RowCommands } from '../../kit/command/RowCommands'
import { MAY_KEYS } from '../access'
import type { KeyRow } from '../contract'

const edit = lazyDialog(() => import('./EditKey'))
const rotate = lazyDialog(() => import('./RotateKey'))
const revoke = lazyAct(() => import('./acts'), 'revoke')

/** What can be done with a key that still opens something. */
export function KeyActions({ record }: { record: KeyRow }) {
  const t = useT('access')
  if (!may(MAY_KEYS) || record.status === 'revoked') return null
  const icon = { size: 16, strokeWidth: 1.75 }
  return (
    <RowCommands
      label={t('access.keys.actions', { name: record.name })}
      given={{ record }}
      commands={[
        { key: 'edit', label: t('access.edit_key.open'), icon: <Pencil {...icon} />, dialog: edit },
        {
          key: 'rotate',
          label: t('access.rotate.open'),
          icon: <RotateCw {...icon} />,
          dialog: rotate,
          disabled: record.status === 'expired',
        },
        {
          key: 'revoke',
          label: t('access.revoke.open'),
          icon: <Ban {...icon} />,
          dialog: revoke,
          danger: true,
        },
      ]}
    />
  )
}
