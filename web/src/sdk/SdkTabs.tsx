import { useT } from '../app/i18n'
import { NavTabs } from '../ui/NavTabs'
import { CHECKOUT_PATH, DELIVERIES_PATH, SDK_PATH, WEBHOOKS_PATH } from './sdk'

const TABS = [
  { to: SDK_PATH, label: 'sdk.tab.keys' },
  { to: WEBHOOKS_PATH, label: 'sdk.tab.webhooks' },
  { to: DELIVERIES_PATH, label: 'sdk.tab.deliveries' },
  { to: CHECKOUT_PATH, label: 'sdk.tab.checkout' },
]

/** The sides of SDK management. */
export function SdkTabs() {
  const t = useT('sdk')
  return <NavTabs label={t('sdk.tab.name')} tabs={TABS.map(({ to, label }) => ({ to, label: t(label) }))} />
}
