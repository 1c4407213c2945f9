import { withBulk } from '../../kit/bulk/BulkCommands'
import { DateTime } from '../../kit/DateTime'
import { formatAmount, formatDocument } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { MATCH_CLASSES, MAY_WRITE, PAYEE_STATUSES, type PayeeRow, payeePath, wordOf } from './payee'

const isFree = ({ status }: PayeeRow) => status !== 'blocked'

/** Who else knows a destination is for staff alone; with every merchant in sight, whose payee it is stands in the list too. */
const payees = (ofAll: boolean, staff: boolean) =>
  withBulk(
    defineList<PayeeRow>({
      name: ofAll ? 'payouts.payees.all' : 'payouts.payees',
      path: '/v1/payouts/payees',
      rowKey: ({ id }) => id,
      order: { by: 'created_at', sort: 'desc' },
      status: { key: 'status', values: PAYEE_STATUSES },
      choices: [
        {
          key: 'match_class',
          options: MATCH_CLASSES.map(({ value, label }) => ({ value, label })),
        },
        {
          key: 'kind',
          options: ['person', 'company'].map((value) => ({ value, label: `payees.kind.${value}` })),
        },
        {
          key: 'never_paid',
          options: ['true', 'false'].map((value) => ({ value, label: `payees.never_paid.${value}` })),
        },
        {
          key: 'owner_changed',
          options: ['true', 'false'].map((value) => ({ value, label: `payees.owner_changed.${value}` })),
        },
      ],
      facets: '/v1/payouts/payees/facets',
      tiles: {
        key: 'status',
        values: PAYEE_STATUSES,
        label: 'payees.tiles.label',
        all: 'payees.tiles.all',
      },
      views: 'payouts.payees',
      search: 'payees.list.search',
      href: ({ id }) => payeePath(id),
      columns: [
        { key: 'name', kind: 'text', title: 'payees.column.name', sortable: true, locked: true },
        {
          key: 'company_name',
          kind: 'text',
          title: 'payees.column.company_name',
          width: 160,
          hidden: !ofAll,
        },
        { key: 'document', kind: 'document', title: 'payees.column.document', width: 156 },
        {
          key: 'kind',
          kind: 'text',
          title: 'payees.column.kind',
          width: 96,
          muted: true,
          hidden: true,
          render: ({ kind }, { t }) => wordOf(t, 'kind', kind),
        },
        { key: 'status', kind: 'status', title: 'payees.column.status', width: 120 },
        {
          key: 'match_class',
          kind: 'drawn',
          title: 'payees.column.match_class',
          width: 148,
          render: ({ match_class }, text) => (
            <StatusWord values={MATCH_CLASSES} value={match_class} text={text} />
          ),
        },
        {
          key: 'destinations',
          kind: 'text',
          title: 'payees.column.destinations',
          width: 100,
          align: 'end',
          muted: true,
        },
        {
          key: 'paid',
          kind: 'money',
          title: 'payees.column.paid',
          width: 140,
          currency: 'BRL',
        },
        {
          key: 'paid_count',
          kind: 'text',
          title: 'payees.column.paid_count',
          width: 96,
          align: 'end',
          muted: true,
          hidden: true,
        },
        {
          key: 'first_paid_at',
          kind: 'time',
          title: 'payees.column.first_paid_at',
          width: 136,
          muted: true,
          hidden: true,
        },
        { key: 'last_paid_at', kind: 'time', title: 'payees.column.last_paid_at', width: 122, muted: true },
        ...(staff
          ? [
              {
                key: 'shared_with',
                kind: 'drawn',
                title: 'payees.column.shared_with',
                width: 120,
                align: 'end',
                muted: true,
                render: ({ shared_with }: PayeeRow) => shared_with ?? '—',
              } as const,
            ]
          : []),
        {
          key: 'destination_changed_at',
          kind: 'time',
          title: 'payees.column.destination_changed_at',
          width: 150,
          muted: true,
          hidden: true,
        },
        { key: 'checked_at', kind: 'time', title: 'payees.column.checked_at', width: 122, muted: true },
        {
          key: 'expires_at',
          kind: 'time',
          title: 'payees.column.expires_at',
          width: 136,
          muted: true,
          hidden: true,
        },
        {
          key: 'source',
          kind: 'text',
          title: 'payees.column.source',
          width: 110,
          muted: true,
          hidden: true,
          render: ({ source }, { t }) => wordOf(t, 'source', source),
        },
        {
          key: 'created_at',
          kind: 'time',
          title: 'payees.column.created_at',
          sortable: true,
          width: 136,
          muted: true,
          hidden: true,
        },
        { key: 'id', kind: 'id', title: 'payees.column.id', width: 138, hidden: true },
      ],
      card: ({ name, document, company_name, paid, status, created_at }, text) => ({
        title: name ?? '—',
        note: ofAll ? company_name : document && formatDocument(document),
        amount: formatAmount(paid, text.language),
        status: <StatusWord values={PAYEE_STATUSES} value={status} text={text} />,
        time: <DateTime at={created_at ?? ''} />,
      }),
    }),
    [
      { name: 'payouts:payee:check', words: 'payees.bulk.check', permissions: MAY_WRITE, takes: isFree },
      {
        name: 'payouts:payee:block',
        words: 'payees.bulk.block',
        permissions: MAY_WRITE,
        danger: true,
        takes: isFree,
      },
    ],
  )

export const PAYEES = payees(false, false)
export const PAYEES_OF_STAFF = payees(false, true)
export const PAYEES_OF_ALL = payees(true, true)
