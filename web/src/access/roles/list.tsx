import { defineList } from '../../kit/list/definition'
import { roleName } from '../../kit/roleName'
import { Badge } from '../../ui/Badge'
import { rolePath, wordOf } from '../access'
import type { RoleRow } from '../contract'

/** Roles; staff see those of every company, and whose each is. */
const roles = (staff: boolean) =>
  defineList<RoleRow>({
    name: staff ? 'access.roles.all' : 'access.roles',
    path: '/rbac/roles',
    rowKey: ({ id }) => String(id),
    order: { by: 'name', sort: 'asc' },
    views: 'access.roles',
    search: 'access.roles.search',
    href: ({ id }) => rolePath(id),
    columns: [
      {
        key: 'name',
        kind: 'text',
        title: 'access.column.name',
        sortable: true,
        locked: true,
        render: ({ name }, { t }) => roleName(t, name),
      },
      {
        key: 'toxic',
        kind: 'drawn',
        title: 'access.column.toxic',
        width: 260,
        render: ({ toxic }, { t }) =>
          toxic.length > 0 && (
            <Badge tone="atention" dot title={toxic.map((name) => wordOf(t, 'toxic', name)).join('\n')}>
              {toxic.length === 1
                ? wordOf(t, 'toxic', toxic[0] ?? '')
                : t('access.role.toxic_count', { count: toxic.length })}
            </Badge>
          ),
      },
      {
        key: 'people',
        kind: 'text',
        title: 'access.column.people',
        width: 100,
        align: 'end',
        sortable: true,
      },
      { key: 'keys', kind: 'text', title: 'access.column.keys', width: 90, align: 'end', sortable: true },
      {
        key: 'permissions',
        kind: 'drawn',
        title: 'access.column.permissions',
        width: 120,
        align: 'end',
        render: ({ permissions }) => permissions.length,
      },
      { key: 'company_name', kind: 'text', title: 'access.column.company_name', width: 180, hidden: !staff },
      {
        key: 'updated_at',
        kind: 'time',
        title: 'access.column.updated_at',
        width: 150,
        sortable: true,
        muted: true,
      },
    ],
    card: ({ name, people, keys, permissions, toxic, company_name }, { t }) => ({
      title: roleName(t, name),
      note: [
        staff && company_name,
        t('access.role.people', { count: people }),
        keys > 0 && t('access.role.keys', { count: keys }),
      ]
        .filter(Boolean)
        .join(' · '),
      status: toxic.length > 0 && (
        <Badge tone="atention" dot>
          {t('access.role.toxic_count', { count: toxic.length })}
        </Badge>
      ),
      time: t('access.role.holds', { count: permissions.length }),
    }),
  })

export const ROLES = roles(false)
export const ROLES_OF_ALL = roles(true)
