import { Navigate } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useMemo } from 'react'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { authentication } from '../../app/state'
import { useStore } from '../../app/store'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { Guarded } from '../../kit/Guarded'
import { ResourceList } from '../../kit/list/ResourceList'
import { AccessTabs, firstTab } from '../AccessTabs'
import { MAY_USERS, SEE_ROLES, SEE_USERS, USERS_PATH } from '../access'
import { useRoles } from '../parts/queries'
import { usersList } from './list'

const invite = lazyDialog(() => import('./Invite'), { size: 'medium' })

/** Who may sign in, as what, and how safely they do. */
export function UsersList() {
  const first = firstTab()
  if (first && first !== USERS_PATH) return <Navigate to={first} replace />
  return (
    <Guarded permissions={SEE_USERS}>
      <Users />
    </Guarded>
  )
}

function Users() {
  const t = useT('kit', 'access')
  const staff = useStore(authentication, ({ internal_user }) => internal_user)
  const { data: roles } = useRoles(may(SEE_ROLES))
  const list = useMemo(() => usersList(staff, [...new Set(roles?.map(({ name }) => name))]), [staff, roles])
  return (
    <ResourceList
      list={list}
      title={t('access.title')}
      caption={t('access.tab.users')}
      tabs={<AccessTabs />}
      actions={
        <CommandButton
          dialog={invite}
          given={{}}
          permissions={MAY_USERS}
          anyMerchant
          icon={<UserPlus size={18} strokeWidth={1.75} />}
        >
          {t('access.invite.open')}
        </CommandButton>
      }
    />
  )
}
