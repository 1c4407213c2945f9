import { useZone } from '../../app/zone'
import { DateTime } from '../../kit/DateTime'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { roleName } from '../../kit/roleName'
import { KEY_STATUSES } from '../access'
import type { KeyRow } from '../contract'
import styles from '../parts/cells.module.css'
import { KeyActions } from './KeyActions'

/** What may be shown of a secret holds the whole number of its key: its ends tell one from another. */
const shortPrefix = (prefix: string) =>
  prefix.length > 16 ? `${prefix.slice(0, 8)}…${prefix.slice(-4)}` : prefix

/** The last day of a key is one of the merchant's zone, as in its form. */
function LastDay({ of }: { of: string }) {
  const zone = useZone()
  return <DateTime at={of} year="always" time="none" zone={zone} />
}

/** Keys of programs: as what they act, from where, until when, and when they were last used; for staff also whose. */
const keys = (staff: boolean) =>
  defineList<KeyRow>({
    name: staff ? 'access.keys.all' : 'access.keys',
    path: '/rbac/keys',
    rowKey: ({ id }) => id,
    order: { by: 'created_at', sort: 'desc' },
    status: { key: 'status', values: KEY_STATUSES },
    facets: '/rbac/keys/facets',
    views: 'access.keys',
    search: 'access.keys.search',
    columns: [
      {
        key: 'name',
        kind: 'text',
        title: 'access.column.name',
        sortable: true,
        locked: true,
        render: ({ name, prefix }) => (
          <span className={styles.person}>
            {name}
            <code className={styles.code} title={`${prefix}…`}>
              {shortPrefix(prefix)}
            </code>
          </span>
        ),
      },
      { key: 'status', kind: 'status', title: 'access.column.status', width: 130 },
      {
        key: 'role_name',
        kind: 'text',
        title: 'access.column.role',
        width: 170,
        render: ({ role_name }, { t }) => (role_name ? roleName(t, role_name) : '—'),
      },
      {
        key: 'addresses',
        kind: 'drawn',
        title: 'access.column.addresses',
        width: 170,
        render: ({ addresses }, { t }) => (
          <span title={addresses.join('\n')}>
            {addresses.length ? addresses.join(', ') : t('access.keys.any_address')}
          </span>
        ),
      },
      {
        key: 'expires_at',
        kind: 'time',
        title: 'access.column.expires_at',
        width: 140,
        render: ({ expires_at }, { t }) =>
          expires_at ? <LastDay of={expires_at} /> : t('access.keys.never'),
      },
      {
        key: 'last_used_at',
        kind: 'time',
        title: 'access.column.last_used_at',
        width: 150,
        muted: true,
        render: ({ last_used_at, last_used_ip }, { t }) => (
          <span title={last_used_ip ?? undefined}>
            {last_used_at ? <DateTime at={last_used_at} /> : t('access.keys.unused')}
          </span>
        ),
      },
      { key: 'company_name', kind: 'text', title: 'access.column.company_name', width: 180, hidden: !staff },
      { key: 'grace_until', kind: 'time', title: 'access.column.grace_until', width: 150, hidden: true },
      { key: 'last_used_ip', kind: 'text', title: 'access.column.last_used_ip', width: 150, hidden: true },
      {
        key: 'created_at',
        kind: 'time',
        title: 'access.column.created_at',
        width: 140,
        sortable: true,
        muted: true,
        hidden: true,
      },
      { key: 'created_by', kind: 'text', title: 'access.column.created_by', width: 180, hidden: true },
      { key: 'id', kind: 'id', title: 'access.column.id', width: 138, hidden: true },
    ],
    actions: { width: 76, render: (key) => <KeyActions record={key} /> },
    card: ({ name, prefix, role_name, company_name, status, last_used_at }, text) => ({
      title: name,
      note: [shortPrefix(prefix), role_name && roleName(text.t, role_name), staff && company_name]
        .filter(Boolean)
        .join(' · '),
      amount: <StatusWord values={KEY_STATUSES} value={status} text={text} />,
      status: text.t('access.column.last_used_at'),
      time: last_used_at ? <DateTime at={last_used_at} /> : text.t('access.keys.unused'),
    }),
  })

export const KEYS = keys(false)
export const KEYS_OF_ALL = keys(true)
