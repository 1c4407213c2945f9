import { Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { MAY_CHANGE_ACCOUNTS } from './bankAccount'
import { BANK_ACCOUNTS } from './list'

const add = lazyDialog(() => import('./commands/AddAccount'))

/** Where the merchant's money may go. */
export function BankAccountsList() {
  const t = useT('kit', 'transfers')
  return (
    <ResourceList
      list={BANK_ACCOUNTS}
      title={t('transfers.accounts.title')}
      actions={
        <CommandButton
          dialog={add}
          given={{}}
          permissions={MAY_CHANGE_ACCOUNTS}
          icon={<Plus size={18} strokeWidth={1.75} />}
        >
          {t('transfers.add.open')}
        </CommandButton>
      }
    />
  )
}
