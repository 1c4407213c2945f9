import { Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { ProcessorTabs } from '../processors/ProcessorTabs'
import { ROUTES } from './list'
import { MAY_ROUTE } from './routing'

const write = lazyDialog(() => import('./commands/NewRoutes'))

/** The versions of the routes that say which processor gets which order; one of them is in force. */
export function RoutesList() {
  const t = useT('common', 'kit', 'pixRules', 'payoutRoutes')
  return (
    <ResourceList
      list={ROUTES}
      title={t('payoutRoutes.title')}
      caption={t('payoutRoutes.text')}
      tabs={<ProcessorTabs />}
      actions={
        <CommandButton
          dialog={write}
          given={{ groups: [] }}
          permissions={MAY_ROUTE}
          anyMerchant
          icon={<Plus size={18} strokeWidth={1.75} />}
        >
          {t('pixRules.create.open')}
        </CommandButton>
      }
    />
  )
}
