import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { ResourceList } from '../../kit/list/ResourceList'
import { EmptyState } from '../../ui/EmptyState'
import { SETTINGS } from './list'
import { MAY_SETTINGS } from './settings'

/** Every merchant with what it may ask for and what it pays. */
export function SettingsList() {
  const t = useT('common', 'kit', 'payinSettings')
  if (!may(MAY_SETTINGS)) {
    return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
  }
  return <ResourceList list={SETTINGS} title={t('payinSettings.title')} />
}
