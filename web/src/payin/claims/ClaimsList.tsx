import { useT } from '../../app/i18n'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { Guarded } from '../../kit/Guarded'
import { ResourceList } from '../../kit/list/ResourceList'
import { OtherDirection, SEE_SENT } from '../med/OtherDirection'
import { PayinTabs } from '../PayinTabs'
import { CLAIMS, CLAIMS_OF_ALL } from './list'

/** Pix that were sent and are asked back, and what the receiver's bank says. */
export function ClaimsList() {
  const t = useT('kit', 'payin', 'med', 'claims')
  const all = useStore(settings, ({ account }) => account?.id === 'all')
  return (
    <Guarded permissions={SEE_SENT}>
      <ResourceList
        list={all ? CLAIMS_OF_ALL : CLAIMS}
        title={t('claims.title')}
        actions={<OtherDirection to="received" />}
        tabs={<PayinTabs />}
      />
    </Guarded>
  )
}
