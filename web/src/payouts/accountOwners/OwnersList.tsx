import { Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { OWNERS } from './list'
import { MAY_WRITE } from './owner'

const add = lazyDialog(async () => ({ default: (await import('./commands/acts')).AddOwner }))

/** Who legally holds the accounts that payouts are taken from. */
export function OwnersList() {
  const t = useT('kit', 'payoutRegisters')
  return (
    <ResourceList
      list={OWNERS}
      title={t('payoutRegisters.owners.title')}
      actions={
        <CommandButton
          dialog={add}
          given={{ what: 'add' }}
          permissions={MAY_WRITE}
          anyMerchant
          icon={<Plus size={18} strokeWidth={1.75} />}
        >
          {t('payoutRegisters.owner.add.open')}
        </CommandButton>
      }
    />
  )
}
