import { DateTime } from '../kit/DateTime'
import { StatusWord } from '../kit/list/Cell'
import { defineList } from '../kit/list/definition'
import { VERSION_STATUSES, type VersionRow } from './version'

interface VersionList {
  name: string
  path: '/v1/payin/rules' | '/v1/payouts/rules' | '/v1/payouts/routes'
  hrefOf: (id: string) => string
}

/** The versions of one kind of rules, the newest first. */
export const defineVersions = ({ name, path, hrefOf }: VersionList) =>
  defineList<VersionRow>({
    name,
    path,
    rowKey: ({ id }) => id,
    order: { by: 'number', sort: 'desc' },
    status: { key: 'status', values: VERSION_STATUSES },
    facets: `${path}/facets` as const,
    views: name,
    search: 'pixRules.list.search',
    href: ({ id }) => hrefOf(id),
    columns: [
      {
        key: 'number',
        kind: 'text',
        title: 'pixRules.column.number',
        width: 100,
        align: 'end',
        sortable: true,
        locked: true,
      },
      { key: 'name', kind: 'text', title: 'pixRules.column.name', locked: true },
      { key: 'status', kind: 'status', title: 'pixRules.column.status', width: 130 },
      { key: 'groups', kind: 'text', title: 'pixRules.column.groups', width: 100, align: 'end' },
      { key: 'written_by', kind: 'text', title: 'pixRules.column.written_by', width: 210 },
      { key: 'approved_by', kind: 'text', title: 'pixRules.column.approved_by', width: 210 },
      {
        key: 'activated_at',
        kind: 'time',
        title: 'pixRules.column.activated_at',
        width: 150,
        muted: true,
      },
      { key: 'activated_by', kind: 'text', title: 'pixRules.column.activated_by', width: 210, hidden: true },
      {
        key: 'created_at',
        kind: 'time',
        title: 'pixRules.column.created_at',
        width: 150,
        sortable: true,
        hidden: true,
      },
      {
        key: 'updated_at',
        kind: 'time',
        title: 'pixRules.column.updated_at',
        width: 150,
        sortable: true,
        hidden: true,
      },
    ],
    card: (version, text) => ({
      title: `${version.number} · ${version.name}`,
      note: version.written_by,
      amount: <StatusWord values={VERSION_STATUSES} value={version.status} text={text} />,
      status: text.t('pixRules.groups.count', { count: version.groups ?? 0 }),
      time: version.activated_at && <DateTime at={version.activated_at} />,
    }),
  })
