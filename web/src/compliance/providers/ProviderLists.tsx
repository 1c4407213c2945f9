import { Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { NavTabs } from '../../ui/NavTabs'
import { CALLS, COSTS, PROVIDERS } from './list'
import { CALLS_PATH, COSTS_PATH, MAY_WRITE, PROVIDERS_PATH } from './provider'

const create = lazyDialog(async () => ({ default: (await import('./commands/ProviderForms')).NewProvider }))

function ProviderTabs() {
  const t = useT('checkProviders')
  return (
    <NavTabs
      label={t('checkProviders.tab.name')}
      tabs={[
        { to: PROVIDERS_PATH, label: t('checkProviders.tab.providers') },
        { to: CALLS_PATH, label: t('checkProviders.tab.calls') },
        { to: COSTS_PATH, label: t('checkProviders.tab.costs') },
      ]}
    />
  )
}

/** Who checks people and companies for us. */
export function ProvidersList() {
  const t = useT('kit', 'checkProviders')
  return (
    <ResourceList
      list={PROVIDERS}
      title={t('checkProviders.title')}
      caption={t('checkProviders.caption')}
      actions={
        <CommandButton
          dialog={create}
          given={{}}
          permissions={MAY_WRITE}
          anyMerchant
          icon={<Plus size={18} strokeWidth={1.75} />}
        >
          {t('checkProviders.create.open')}
        </CommandButton>
      }
      tabs={<ProviderTabs />}
    />
  )
}

/** What they were asked, about whom and for what. */
export function ProviderCalls() {
  const t = useT('kit', 'checkProviders')
  return <ResourceList list={CALLS} title={t('checkProviders.title')} tabs={<ProviderTabs />} />
}

/** What that cost. */
export function ProviderCosts() {
  const t = useT('kit', 'checkProviders')
  return <ResourceList list={COSTS} title={t('checkProviders.title')} tabs={<ProviderTabs />} />
}
