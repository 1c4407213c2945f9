import { useT } from '../app/i18n'
import { NavTabs } from '../ui/NavTabs'
import { BATCHES_PATH } from './batches/batch'
import { HOLDS_PATH, PAYMENTS_PATH } from './payments/payment'

/** Payments one by one, by file, and those that wait for somebody. */
export function PaymentTabs() {
  const t = useT('payoutBatches')
  return (
    <NavTabs
      label={t('payoutBatches.tab.name')}
      tabs={[
        { to: PAYMENTS_PATH, label: t('payoutBatches.tab.payments') },
        { to: BATCHES_PATH, label: t('payoutBatches.tab.batches') },
        { to: HOLDS_PATH, label: t('payoutBatches.tab.holds') },
      ]}
    />
  )
}
