import { Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { Guarded } from '../../kit/Guarded'
import { ResourceList } from '../../kit/list/ResourceList'
import { SdkTabs } from '../SdkTabs'
import { MAY_SDK, SEE_SDK } from '../sdk'
import { ENDPOINTS, ENDPOINTS_OF_ALL } from './list'

const write = lazyDialog(() => import('../commands/WriteEndpoint'))

/** Where the merchant wants to be told of what happens. */
export function WebhooksList() {
  const t = useT('kit', 'sdk')
  const all = useStore(settings, ({ account }) => account?.id === 'all')
  return (
    <Guarded permissions={SEE_SDK}>
      <ResourceList
        list={all ? ENDPOINTS_OF_ALL : ENDPOINTS}
        title={t('sdk.title')}
        caption={t('sdk.tab.webhooks')}
        tabs={<SdkTabs />}
        actions={
          <CommandButton
            dialog={write}
            given={{}}
            permissions={MAY_SDK}
            icon={<Plus size={18} strokeWidth={1.75} />}
          >
            {t('sdk.create.open')}
          </CommandButton>
        }
      />
    </Guarded>
  )
}
