import { ShieldCheck } from 'lucide-react'
import { DateTime } from '../../kit/DateTime'
import { StatusWord } from '../../kit/list/Cell'
import { defineList, type Text } from '../../kit/list/definition'
import { roleKey, roleNames } from '../../kit/roleName'
import { Badge } from '../../ui/Badge'
import { nameOf, USER_STATUSES, userPath } from '../access'
import type { UserRow } from '../contract'
import styles from '../parts/cells.module.css'

function Person({ user: { name, email, internal }, text: { t } }: { user: UserRow; text: Text }) {
  return (
    <span className={styles.person}>
      <span className={styles.name}>
        {name || email}
        {internal && <Badge tone="primary">{t('access.user.internal')}</Badge>}
      </span>
      {name && <span className={styles.note}>{email}</span>}
    </span>
  )
}

function TwoFactor({ user: { two_factor, sensitive }, text: { t } }: { user: UserRow; text: Text }) {
  if (two_factor) {
    return (
      <span className={styles.on}>
        <ShieldCheck size={16} strokeWidth={1.75} aria-hidden />
        {t('access.user.two_factor_on')}
      </span>
    )
  }
  // A person with much power and no second factor is asked to set one up before anything else.
  if (sensitive) {
    return (
      <Badge tone="atention" dot>
        {t('access.user.two_factor_missing')}
      </Badge>
    )
  }
  return <span className={styles.off}>{t('access.user.two_factor_off')}</span>
}

/** People; staff see those of every company, and which one is theirs. */
export function usersList(staff: boolean, roles: readonly string[]) {
  return defineList<UserRow>({
    name: staff ? 'access.users.all' : 'access.users',
    path: '/rbac/users',
    rowKey: ({ id }) => id,
    order: { by: 'created_at', sort: 'desc' },
    status: { key: 'status', values: USER_STATUSES },
    facets: '/rbac/users/facets',
    views: 'access.users',
    search: 'access.users.search',
    choices: [
      {
        key: 'two_factor',
        options: [
          { value: 'true', label: 'access.user.two_factor_on' },
          { value: 'false', label: 'access.user.two_factor_off' },
        ],
      },
      ...(roles.length
        ? [{ key: 'roles', options: roles.map((name) => ({ value: name, label: roleKey(name) })) }]
        : []),
    ],
    href: ({ id }) => userPath(id),
    columns: [
      {
        key: 'email',
        kind: 'text',
        title: 'access.column.person',
        sortable: true,
        locked: true,
        render: (user, text) => <Person user={user} text={text} />,
      },
      { key: 'status', kind: 'status', title: 'access.column.status', width: 130 },
      {
        key: 'roles',
        kind: 'drawn',
        title: 'access.column.roles',
        width: 190,
        render: ({ roles: held }, { t }) => roleNames(t, held) || '—',
      },
      {
        key: 'two_factor',
        kind: 'drawn',
        title: 'access.column.two_factor',
        width: 150,
        render: (user, text) => <TwoFactor user={user} text={text} />,
      },
      {
        key: 'last_sign_in_at',
        kind: 'time',
        title: 'access.column.last_sign_in_at',
        width: 150,
        muted: true,
      },
      { key: 'company_name', kind: 'text', title: 'access.column.company_name', width: 208, hidden: !staff },
      {
        key: 'created_at',
        kind: 'time',
        title: 'access.column.created_at',
        width: 140,
        sortable: true,
        muted: true,
        hidden: true,
      },
      { key: 'invited_by', kind: 'text', title: 'access.column.invited_by', width: 180, hidden: true },
      { key: 'id', kind: 'id', title: 'access.column.id', width: 138, hidden: true },
    ],
    card: (user, text) => ({
      title: nameOf(user),
      note: [user.name && user.email, staff && user.company_name, roleNames(text.t, user.roles)]
        .filter(Boolean)
        .join(' · '),
      amount: <StatusWord values={USER_STATUSES} value={user.status} text={text} />,
      status: (
        <span className={styles.on}>
          {text.t('access.column.two_factor')}: <TwoFactor user={user} text={text} />
        </span>
      ),
      time: user.last_sign_in_at && <DateTime at={user.last_sign_in_at} />,
    }),
  })
}
