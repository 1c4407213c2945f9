import { Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { MAY_CHARGE } from '../charge'
import { PayinTabs } from '../PayinTabs'
import { LOCATIONS, LOCATIONS_OF_ALL } from './list'

const act = lazyDialog(() => import('./LocationDialog'))

/** Addresses that codes lead to, made before there is a charge to find there. */
export function LocationsList() {
  const t = useT('kit', 'payin', 'locations')
  const all = useStore(settings, ({ account }) => account?.id === 'all')
  return (
    <ResourceList
      list={all ? LOCATIONS_OF_ALL : LOCATIONS}
      title={t('locations.title')}
      actions={
        <CommandButton
          dialog={act}
          given={{ what: 'create' }}
          permissions={MAY_CHARGE}
          icon={<Plus size={18} strokeWidth={1.75} />}
        >
          {t('locations.create.open')}
        </CommandButton>
      }
      tabs={<PayinTabs />}
    />
  )
}
