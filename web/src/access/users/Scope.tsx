import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { authentication } from '../../app/state'
import { useStore } from '../../app/store'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { roleName } from '../../kit/roleName'
import { Card } from '../../ui/Card'
import { MAY_USERS, rolePath, SEE_ROLES } from '../access'
import type { UserRecord } from '../contract'
import styles from '../parts/plain.module.css'
import { useCompanies, useRoles } from '../parts/queries'

const editRoles = lazyDialog(() => import('./EditRoles'))
const editCompanies = lazyDialog(() => import('./EditCompanies'))

/** As what a person acts, and for which companies. */
export function Scope({ user }: { user: UserRecord }) {
  const t = useT('common', 'access')
  const own = useStore(authentication, (state) => state.user?.id === user.id)
  const several = useStore(authentication, (state) => (state.user?.companies.length ?? 0) > 1)
  const shared = {
    given: { user },
    permissions: MAY_USERS,
    anyMerchant: true,
    variant: 'ghost',
    size: 'small',
    icon: <Pencil size={16} strokeWidth={1.75} />,
  } as const
  return (
    <>
      <Card
        title={t('access.column.roles')}
        actions={
          !own && (
            <CommandButton {...shared} dialog={editRoles} aria-label={t('access.roles.edit')}>
              {t('common.action.edit')}
            </CommandButton>
          )
        }
      >
        {user.roles.length === 0 && <p className={styles.none}>{t('access.user.no_role')}</p>}
        <RoleNames user={user} />
      </Card>
      <Card
        title={t('access.column.companies')}
        actions={
          several &&
          !own &&
          !user.internal && (
            <CommandButton {...shared} dialog={editCompanies} aria-label={t('access.companies.edit')}>
              {t('common.action.edit')}
            </CommandButton>
          )
        }
      >
        <CompanyNames user={user} />
      </Card>
    </>
  )
}

/** The names come with the person; the numbers that lead to the roles are not in their order. */
function RoleNames({ user }: { user: UserRecord }) {
  const t = useT('common')
  const { data } = useRoles(may(SEE_ROLES))
  const idOf = (name: string) =>
    data?.find((role) => role.name === name && user.role_ids.includes(role.id))?.id
  return (
    <ul className={styles.list}>
      {user.roles.map((name) => {
        const id = idOf(name)
        return (
          <li key={name}>
            {id === undefined ? (
              roleName(t, name)
            ) : (
              <Link to={rolePath(id)} className={styles.link}>
                {roleName(t, name)}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function CompanyNames({ user }: { user: UserRecord }) {
  const t = useT('access')
  const { data } = useCompanies()
  const home = user.company_id
  const others = user.companies.filter((id) => id !== home)
  const name = (id: number) => data?.find((company) => company.id === id)?.name ?? `#${id}`
  return (
    <ul className={styles.list}>
      <li>
        {user.company_name}
        <small>{t('access.companies.home')}</small>
      </li>
      {user.internal && <li>{t('access.companies.all')}</li>}
      {others.map((id) => (
        <li key={id}>{name(id)}</li>
      ))}
    </ul>
  )
}
