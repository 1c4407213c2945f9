import { useT } from '../../app/i18n'
import { Guarded } from '../../kit/Guarded'
import { ResourceList } from '../../kit/list/ResourceList'
import { SdkTabs } from '../SdkTabs'
import { SEE_SDK } from '../sdk'
import { DELIVERIES } from './deliveries'

/** What was told to the merchant's servers, and what became of it. */
export function DeliveriesList() {
  const t = useT('kit', 'sdk')
  return (
    <Guarded permissions={SEE_SDK}>
      <ResourceList
        list={DELIVERIES}
        title={t('sdk.title')}
        caption={t('sdk.tab.deliveries')}
        tabs={<SdkTabs />}
      />
    </Guarded>
  )
}
