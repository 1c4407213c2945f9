import { FileUp } from 'lucide-react'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { MAY_WRITE } from './bank'
import { BANKS } from './list'

const take = lazyDialog(() => import('./commands/TakeList'), { size: 'large' })

/** Banks, and how payments to them end. */
export function BanksList() {
  const t = useT('kit', 'payoutBanks')
  return (
    <ResourceList
      list={BANKS}
      title={t('payoutBanks.title')}
      actions={
        <CommandButton
          dialog={take}
          given={{}}
          permissions={MAY_WRITE}
          anyMerchant
          variant="secondary"
          icon={<FileUp size={18} strokeWidth={1.75} />}
        >
          {t('payoutBanks.take.open')}
        </CommandButton>
      }
    />
  )
}
