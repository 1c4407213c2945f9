import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { NavTabs } from '../../ui/NavTabs'
import { MAY_UPLOAD, NOTICES_PATH } from './notices/notice'
import { CLAIMED_PATH, RETURNS_PATH } from './refund'

/** What came back by itself, what is asked back, and the files that tell of returns. */
export function RefundTabs() {
  const t = useT('payoutRefunds')
  return (
    <NavTabs
      label={t('payoutRefunds.tab.name')}
      tabs={[
        { to: RETURNS_PATH, label: t('payoutRefunds.tab.returns') },
        { to: CLAIMED_PATH, label: t('payoutRefunds.tab.claims') },
        ...(may(MAY_UPLOAD) ? [{ to: NOTICES_PATH, label: t('payoutRefunds.notices.tab') }] : []),
      ]}
    />
  )
}
