import { useT } from '../app/i18n'
import { may } from '../app/permissions'
import { NavTabs } from '../ui/NavTabs'
import { KEYS_PATH, PERMISSIONS_PATH, ROLES_PATH, SEE_KEYS, SEE_ROLES, SEE_USERS, USERS_PATH } from './access'

const TABS = [
  { to: USERS_PATH, label: 'access.tab.users', permissions: SEE_USERS },
  { to: ROLES_PATH, label: 'access.tab.roles', permissions: SEE_ROLES },
  { to: PERMISSIONS_PATH, label: 'access.tab.permissions', permissions: SEE_ROLES },
  { to: KEYS_PATH, label: 'access.tab.keys', permissions: SEE_KEYS },
]

const openTabs = () => TABS.filter(({ permissions }) => may(permissions))

/** The menu leads to people; who may not see them begins with what they may. */
export const firstTab = () => openTabs()[0]?.to

/** The four sides of access control, as far as a person may see them. */
export function AccessTabs() {
  const t = useT('access')
  return (
    <NavTabs
      label={t('access.tab.name')}
      tabs={openTabs().map(({ to, label }) => ({ to, label: t(label) }))}
    />
  )
}
