import { FlaskConical, History, Pencil, Power, RotateCw, Trash2 } from 'lucide-react'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { lazyAct } from '../../kit/act/lazyAct'
import { lazyDialog } from '../../kit/command/CommandButton'
import { RowCommands } from '../../kit/command/RowCommands'
import { MAY_SDK, type Steered } from '../sdk'

const write = lazyDialog(() => import('../commands/WriteEndpoint'))
const rotate = lazyDialog(() => import('../commands/RotateSecret'))
const replay = lazyDialog(() => import('../commands/ReplayTime'))
const acts = () => import('../commands/acts')
const test = lazyAct(acts, 'test')
export const enable = lazyAct(acts, 'enable')
const disable = lazyAct(acts, 'disable')
const remove = lazyAct(acts, 'remove')

/** What can be done with an endpoint. */
export function EndpointActions({ endpoint }: { endpoint: Steered }) {
  const t = useT('sdk')
  const one = useStore(settings, ({ account }) => account !== null && account.id !== 'all')
  if (!may(MAY_SDK) || !one) return null
  const icon = { size: 16, strokeWidth: 1.75 }
  const on = endpoint.status === 'enabled'
  return (
    <RowCommands
      label={t('sdk.webhooks.actions', { url: endpoint.url })}
      given={{ endpoint }}
      commands={[
        {
          key: 'test',
          label: t('sdk.test.open'),
          icon: <FlaskConical {...icon} />,
          dialog: test,
          disabled: !on,
        },
        { key: 'edit', label: t('sdk.change.open'), icon: <Pencil {...icon} />, dialog: write },
        { key: 'rotate', label: t('sdk.rotate.open'), icon: <RotateCw {...icon} />, dialog: rotate },
        {
          key: 'replay',
          label: t('sdk.replay_time.open'),
          icon: <History {...icon} />,
          dialog: replay,
          disabled: !on,
        },
        on
          ? { key: 'disable', label: t('sdk.disable.open'), icon: <Power {...icon} />, dialog: disable }
          : { key: 'enable', label: t('sdk.enable.open'), icon: <Power {...icon} />, dialog: enable },
        {
          key: 'remove',
          label: t('sdk.remove.open'),
          icon: <Trash2 {...icon} />,
          dialog: remove,
          danger: true,
        },
      ]}
    />
  )
}
