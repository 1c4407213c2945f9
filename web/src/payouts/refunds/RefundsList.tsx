import { useT } from '../../app/i18n'
import { ResourceList } from '../../kit/list/ResourceList'
import { CLAIMED, RETURNS } from './lists'
import { RefundTabs } from './RefundTabs'

/** What came back of payments. */
export function ReturnsList() {
  const t = useT('kit', 'payoutRefunds', 'claims')
  return <ResourceList list={RETURNS} title={t('payoutRefunds.title')} tabs={<RefundTabs />} />
}

/** Payments that are asked back by dispute (MED). */
export function ClaimedList() {
  const t = useT('kit', 'payoutRefunds', 'claims')
  return <ResourceList list={CLAIMED} title={t('payoutRefunds.title')} tabs={<RefundTabs />} />
}
