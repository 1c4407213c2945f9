import { DateTime } from '../../kit/DateTime'
import { formatDecimal } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { Money } from '../../kit/Money'
import { choice, DIRECTIONS, OPERATION_STATES, type OperationRow, operationPath, wordOf } from '../exchange'

/** States that few operations are in: told of where there is one. */
const ENDED = new Set(['expired', 'cancelled', 'returned', 'reversed'])
const YES_NO = ['true', 'false'] as const

/** Every remittance, quoted or collected from a payment. */
export const OPERATIONS = defineList<OperationRow>({
  name: 'exchange.operations',
  path: '/v1/exchange/operations',
  rowKey: ({ id }) => id,
  order: { by: 'quoted_at', sort: 'desc' },
  period: 'quoted_at',
  amount: 'price',
  status: { key: 'state', values: OPERATION_STATES },
  choices: [
    choice('kind', 'kind', ['collected', 'quoted', 'returned']),
    choice('direction', 'direction', DIRECTIONS),
    choice('incomplete', 'incomplete', YES_NO),
    choice('overdue', 'overdue', YES_NO),
  ],
  facets: '/v1/exchange/operations/facets',
  tiles: {
    key: 'state',
    label: 'exchange.tiles.operations',
    all: 'exchange.tiles.all',
    values: OPERATION_STATES.map(({ value, tone }) => ({
      value,
      tone,
      fleeting: ENDED.has(value),
      label: `exchange.operation_state.${value}`,
    })),
  },
  views: 'exchange.operations',
  search: 'exchange.operations.search',
  href: ({ id }) => operationPath(id),
  columns: [
    { key: 'reference', kind: 'text', title: 'exchange.column.reference', locked: true, width: 160 },
    {
      key: 'client_name',
      kind: 'text',
      title: 'exchange.column.client_name',
      render: ({ client_name }) => client_name ?? '—',
    },
    {
      key: 'foreign',
      kind: 'money',
      summed: false,
      render: ({ foreign }) => <Money value={foreign} />,
      title: 'exchange.column.foreign',
      sortable: true,
      width: 150,
      locked: true,
    },
    {
      key: 'rate',
      kind: 'text',
      title: 'exchange.column.rate',
      width: 110,
      align: 'end',
      muted: true,
      render: ({ rate }, { language }) => (rate ? formatDecimal(rate, language) : '—'),
    },
    { key: 'total', kind: 'money', title: 'exchange.column.total', width: 150, currency: 'BRL' },
    { key: 'state', kind: 'status', title: 'exchange.column.state', width: 148, locked: true },
    {
      key: 'direction',
      kind: 'text',
      title: 'exchange.column.direction',
      width: 96,
      muted: true,
      render: ({ direction }, { t }) => wordOf(t, 'direction', direction),
    },
    { key: 'company_name', kind: 'text', title: 'exchange.column.company_name', width: 168, leaves: 1 },
    {
      key: 'quoted_at',
      kind: 'time',
      title: 'exchange.column.quoted_at',
      sortable: true,
      width: 136,
      muted: true,
    },
    {
      key: 'kind',
      kind: 'text',
      title: 'exchange.column.origin',
      width: 110,
      hidden: true,
      render: ({ kind }, { t }) => wordOf(t, 'kind', kind),
    },
    { key: 'counterparty', kind: 'text', title: 'exchange.column.counterparty', width: 180, hidden: true },
    { key: 'country', kind: 'text', title: 'exchange.column.country', width: 84, hidden: true },
    { key: 'purpose', kind: 'text', title: 'exchange.column.purpose', width: 84, hidden: true },
    { key: 'price', kind: 'money', title: 'exchange.column.price', sortable: true, width: 150, hidden: true },
    { key: 'tax', kind: 'money', title: 'exchange.column.tax', width: 120, hidden: true },
    { key: 'fee', kind: 'money', title: 'exchange.column.fee', width: 120, hidden: true },
    {
      key: 'trade_day',
      kind: 'text',
      title: 'exchange.column.trade_day',
      sortable: true,
      width: 120,
      hidden: true,
    },
    {
      key: 'client_document',
      kind: 'document',
      title: 'exchange.column.client_document',
      width: 166,
      hidden: true,
    },
    { key: 'end_to_end_id', kind: 'id', title: 'exchange.column.end_to_end_id', width: 150, hidden: true },
    { key: 'id', kind: 'id', title: 'exchange.column.id', width: 138, hidden: true },
  ],
  card: (row, text) => ({
    title: row.client_name ?? row.reference,
    note: [row.client_name && row.reference, wordOf(text.t, 'direction', row.direction)]
      .filter(Boolean)
      .join(' · '),
    amount: <Money value={row.foreign} />,
    status: <StatusWord values={OPERATION_STATES} value={row.state} text={text} />,
    time: row.quoted_at && <DateTime at={row.quoted_at} />,
  }),
})
