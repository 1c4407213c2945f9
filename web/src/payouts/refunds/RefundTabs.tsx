import { useT } from '../../app/i18n'
import { NavTabs } from '../../ui/NavTabs'
import { CLAIMED_PATH, RETURNS_PATH } from './refund'

/** What came back by itself, and what is asked back. */
export function RefundTabs() {
  const t = useT('payoutRefunds')
  return (
    <NavTabs
      label={t('payoutRefunds.tab.name')}
      tabs={[
        { to: RETURNS_PATH, label: t('payoutRefunds.tab.returns') },
        { to: CLAIMED_PATH, label: t('payoutRefunds.tab.claims') },
      ]}
    />
  )
}
