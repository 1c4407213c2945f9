import { useT } from '../../../app/i18n'
import { settings } from '../../../app/state'
import { useStore } from '../../../app/store'
import { ResourceList } from '../../../kit/list/ResourceList'
import { PaymentTabs } from '../../PaymentTabs'
import { HOLDS, HOLDS_OF_ALL } from './list'

/** The hold desk: every payment that somebody has to decide on, the one whose clock ends first at the top. */
export function HoldsList() {
  const t = useT('kit', 'payoutPayments')
  const all = useStore(settings, ({ account }) => account?.id === 'all')
  return (
    <ResourceList
      list={all ? HOLDS_OF_ALL : HOLDS}
      title={t('payoutPayments.holds.title')}
      tabs={<PaymentTabs />}
    />
  )
}
