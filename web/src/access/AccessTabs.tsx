import { useT } from '../app/i18n'
import { may } from '../app/permissions'
import { NavTabs } from '../ui/NavTabs'
import { KEYS_PATH, PERMISSIONS_PATH, ROLES_PATH, SEE_KEYS, SEE_ROLES, SEE_USERS, USERS_PATH } from './access'

/** The four sides of access control, as far as a person may see them. */
export function AccessTabs() {
  const t = useT('access')
  const tabs = [
    { to: USERS_PATH, label: t('access.tab.users'), permissions: SEE_USERS },
    { to: ROLES_PATH, label: t('access.tab.roles'), permissions: SEE_ROLES },
    { to: PERMISSIONS_PATH, label: t('access.tab.permissions'), permissions: SEE_ROLES },
    { to: KEYS_PATH, label: t('access.tab.keys'), permissions: SEE_KEYS },
  ]
  return <NavTabs label={t('access.tab.name')} tabs={tabs.filter(({ permissions }) => may(permissions))} />
}
