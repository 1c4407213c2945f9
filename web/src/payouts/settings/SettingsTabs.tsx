import { useT } from '../../app/i18n'
import { NavTabs } from '../../ui/NavTabs'
import { RULES_PATH } from '../rules/rules'
import { SETTINGS_PATH } from './settings'

/** What each merchant may pay out, and the rules that judge every payment. */
export function SettingsTabs() {
  const t = useT('payoutSettings')
  return (
    <NavTabs
      label={t('payoutSettings.title')}
      tabs={[
        { to: SETTINGS_PATH, label: t('payoutSettings.title') },
        { to: RULES_PATH, label: t('payoutSettings.rules') },
      ]}
    />
  )
}
