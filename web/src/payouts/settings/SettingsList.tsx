import { useT } from '../../app/i18n'
import { ResourceList } from '../../kit/list/ResourceList'
import { SETTINGS } from './list'
import { SettingsTabs } from './SettingsTabs'

/** Every merchant with what it may pay out. */
export function SettingsList() {
  const t = useT('kit', 'payoutSettings')
  return <ResourceList list={SETTINGS} title={t('payoutSettings.title')} tabs={<SettingsTabs />} />
}
