import { Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { authentication } from '../../app/state'
import { useStore } from '../../app/store'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { Guarded } from '../../kit/Guarded'
import { ResourceList } from '../../kit/list/ResourceList'
import { AccessTabs } from '../AccessTabs'
import { MAY_KEYS, SEE_KEYS } from '../access'
import { KEYS, KEYS_OF_ALL } from './list'

const newKey = lazyDialog(() => import('./NewKey'))

/** The keys with which programs of the company call the API. */
export function KeysList() {
  const t = useT('kit', 'access')
  const staff = useStore(authentication, ({ internal_user }) => internal_user)
  return (
    <Guarded permissions={SEE_KEYS}>
      <ResourceList
        list={staff ? KEYS_OF_ALL : KEYS}
        title={t('access.title')}
        caption={t('access.tab.keys')}
        tabs={<AccessTabs />}
        actions={
          <CommandButton
            dialog={newKey}
            given={{}}
            permissions={MAY_KEYS}
            anyMerchant
            icon={<Plus size={18} strokeWidth={1.75} />}
          >
            {t('access.new_key.open')}
          </CommandButton>
        }
      />
    </Guarded>
  )
}
