import { Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { EmptyState } from '../../ui/EmptyState'
import { BlockTabs } from '../blockList/BlockTabs'
import { ORDERS } from './list'
import { MAY_READ, MAY_WRITE } from './order'

const register = lazyDialog(() => import('./commands/RegisterOrder'))

/** Courts' orders, beside the block list. */
export function OrdersList() {
  const t = useT('common', 'kit', 'blockList', 'judicialOrders')
  if (!may(MAY_READ)) {
    return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
  }
  return (
    <ResourceList
      list={ORDERS}
      title={t('blockList.title')}
      caption={t('judicialOrders.caption')}
      tabs={<BlockTabs />}
      actions={
        <CommandButton
          dialog={register}
          given={{}}
          permissions={MAY_WRITE}
          anyMerchant
          icon={<Plus size={18} strokeWidth={1.75} />}
        >
          {t('judicialOrders.register.open')}
        </CommandButton>
      }
    />
  )
}
