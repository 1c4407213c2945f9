import { Trash2 } from 'lucide-react'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { lazyAct } from '../../kit/act/lazyAct'
import { RowCommands } from '../../kit/command/RowCommands'
import { MAY_WRITE } from './recipient'

const remove = lazyAct(async () => ({ default: (await import('./commands/acts')).SplitActs }), 'remove')

/** What can be done with one saved split. */
export function RuleActions({ id, name }: { id: string; name: string }) {
  const t = useT('recipients')
  if (!may(MAY_WRITE)) return null
  return (
    <RowCommands
      label={t('recipients.splits.actions', { name })}
      given={{ id, name }}
      commands={[
        {
          key: 'remove',
          label: t('recipients.splits.remove.open'),
          icon: <Trash2 size={18} strokeWidth={1.75} />,
          dialog: remove,
          danger: true,
        },
      ]}
    />
  )
}
