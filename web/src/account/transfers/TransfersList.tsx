import { ArrowUpRight } from 'lucide-react'
import { useT } from '../../app/i18n'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { TRANSFERS, TRANSFERS_OF_ALL } from './list'
import { MAY_WITHDRAW } from './transfer'

const newTransfer = lazyDialog(() => import('./commands/NewTransfer'))

/** Every withdrawal of the merchant and what became of it. */
export function TransfersList() {
  const t = useT('kit', 'transfers')
  const all = useStore(settings, ({ account }) => account?.id === 'all')
  return (
    <ResourceList
      list={all ? TRANSFERS_OF_ALL : TRANSFERS}
      title={t('transfers.title')}
      actions={
        <CommandButton
          dialog={newTransfer}
          given={{}}
          permissions={MAY_WITHDRAW}
          icon={<ArrowUpRight size={18} strokeWidth={1.75} />}
        >
          {t('transfers.new.open')}
        </CommandButton>
      }
    />
  )
}
