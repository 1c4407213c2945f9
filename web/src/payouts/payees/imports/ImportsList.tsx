import { useT } from '../../../app/i18n'
import { may } from '../../../app/permissions'
import { DateTime } from '../../../kit/DateTime'
import { StatusWord } from '../../../kit/list/Cell'
import { defineList } from '../../../kit/list/definition'
import { ResourceList } from '../../../kit/list/ResourceList'
import { EmptyState } from '../../../ui/EmptyState'
import { PayeeTabs } from '../PayeeTabs'
import { MAY_WRITE } from '../payee'
import { IMPORT_STATUSES, type ImportRow, importPath } from './import'
import { Upload } from './Upload'

const COUNTS = ['rows', 'added', 'extended', 'known', 'bad'] as const

const IMPORTS = defineList<ImportRow>({
  name: 'payouts.payee_imports',
  path: '/v1/payouts/payee-imports',
  rowKey: ({ id }) => id,
  order: { by: 'created_at', sort: 'desc' },
  status: { key: 'status', values: IMPORT_STATUSES },
  facets: '/v1/payouts/payee-imports/facets',
  views: 'payouts.payee_imports',
  search: 'payees.imports.list.search',
  href: ({ id }) => importPath(id),
  columns: [
    { key: 'name', kind: 'text', title: 'payees.imports.column.name', sortable: true, locked: true },
    { key: 'status', kind: 'status', title: 'payees.imports.column.status', width: 130 },
    ...COUNTS.map(
      (key) =>
        ({
          key,
          kind: 'text',
          title: `payees.imports.column.${key}`,
          width: key === 'extended' ? 132 : key === 'added' ? 104 : 80,
          align: 'end',
          muted: key === 'known',
        }) as const,
    ),
    {
      key: 'actor',
      kind: 'text',
      title: 'payees.imports.column.actor',
      width: 190,
      muted: true,
      hidden: true,
    },
    {
      key: 'created_at',
      kind: 'time',
      title: 'payees.imports.column.created_at',
      sortable: true,
      width: 136,
      muted: true,
    },
    { key: 'id', kind: 'id', title: 'payees.imports.column.id', width: 138, hidden: true },
  ],
  card: ({ name, actor, status, created_at }, text) => ({
    title: name ?? '—',
    note: actor,
    status: <StatusWord values={IMPORT_STATUSES} value={status} text={text} />,
    time: <DateTime at={created_at ?? ''} />,
  }),
})

/** Tables of payees: where one is brought, and what became of the others. */
export function ImportsList() {
  const t = useT('common', 'kit', 'payees')
  if (!may(MAY_WRITE)) {
    return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
  }
  return (
    <ResourceList
      list={IMPORTS}
      title={t('payees.imports.title')}
      caption={t('payees.imports.caption')}
      tabs={<PayeeTabs />}
      Summary={Upload}
    />
  )
}
