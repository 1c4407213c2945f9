import { DateTime } from '../../kit/DateTime'
import { formatDecimal } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { Money } from '../../kit/Money'
import { CLOSING_STATES, type ClosingRow, choice, closingPath, DIRECTIONS, wordOf } from '../exchange'

const YES_NO = ['true', 'false'] as const

/** Contracts with banks. */
export const CLOSINGS = defineList<ClosingRow>({
  name: 'exchange.closings',
  path: '/v1/exchange/closings',
  rowKey: ({ id }) => id,
  order: { by: 'created_at', sort: 'desc' },
  period: 'created_at',
  amount: 'contract',
  status: { key: 'state', values: CLOSING_STATES },
  choices: [
    choice('direction', 'direction', DIRECTIONS),
    choice('late', 'late', YES_NO),
    choice('without_number', 'without_number', YES_NO),
  ],
  facets: '/v1/exchange/closings/facets',
  tiles: {
    key: 'state',
    label: 'exchange.tiles.closings',
    all: 'exchange.tiles.all',
    values: CLOSING_STATES.map(({ value, tone }) => ({
      value,
      tone,
      fleeting: value === 'cancelled' || value === 'rejected',
      label: `exchange.closing_state.${value}`,
    })),
  },
  views: 'exchange.closings',
  search: 'exchange.closings.search',
  href: ({ id }) => closingPath(id),
  columns: [
    {
      key: 'reference',
      kind: 'text',
      title: 'exchange.column.reference',
      locked: true,
      sortable: true,
      width: 156,
    },
    { key: 'bank', kind: 'text', title: 'exchange.column.bank' },
    {
      key: 'direction',
      kind: 'text',
      title: 'exchange.column.direction',
      width: 96,
      muted: true,
      render: ({ direction }, { t }) => wordOf(t, 'direction', direction),
    },
    {
      key: 'operations',
      kind: 'text',
      title: 'exchange.column.operations',
      width: 104,
      align: 'end',
      sortable: true,
    },
    {
      key: 'foreign',
      kind: 'money',
      summed: false,
      render: ({ foreign }) => <Money value={foreign} />,
      title: 'exchange.column.foreign',
      sortable: true,
      width: 160,
    },
    {
      key: 'rate',
      kind: 'text',
      title: 'exchange.column.bank_rate',
      width: 104,
      align: 'end',
      muted: true,
      render: ({ rate }, { language }) => (rate ? formatDecimal(rate, language) : '—'),
    },
    { key: 'contract', kind: 'money', title: 'exchange.column.contract', width: 160, currency: 'BRL' },
    { key: 'spread', kind: 'money', title: 'exchange.column.spread', width: 130, currency: 'BRL', leaves: 1 },
    { key: 'state', kind: 'status', title: 'exchange.column.state', width: 180, locked: true },
    {
      key: 'created_at',
      kind: 'time',
      title: 'exchange.column.created_at',
      sortable: true,
      width: 136,
      muted: true,
    },
    { key: 'number', kind: 'text', title: 'exchange.column.number', width: 140, hidden: true },
    { key: 'ptax', kind: 'text', title: 'exchange.column.ptax', width: 104, align: 'end', hidden: true },
    { key: 'clients', kind: 'money', title: 'exchange.column.clients', width: 150, hidden: true },
    { key: 'tax', kind: 'money', title: 'exchange.column.tax', width: 130, hidden: true },
    {
      key: 'trade_day',
      kind: 'text',
      title: 'exchange.column.trade_day',
      sortable: true,
      width: 120,
      hidden: true,
    },
    { key: 'home_day', kind: 'text', title: 'exchange.column.home_day', width: 120, hidden: true },
    { key: 'foreign_day', kind: 'text', title: 'exchange.column.foreign_day', width: 120, hidden: true },
    { key: 'created_by', kind: 'text', title: 'exchange.column.created_by', width: 196, hidden: true },
    { key: 'closed_by', kind: 'text', title: 'exchange.column.closed_by', width: 196, hidden: true },
    { key: 'id', kind: 'id', title: 'exchange.column.id', width: 138, hidden: true },
  ],
  card: (row, text) => ({
    title: row.reference,
    note: row.bank,
    amount: <Money value={row.foreign} />,
    status: <StatusWord values={CLOSING_STATES} value={row.state} text={text} />,
    time: row.created_at && <DateTime at={row.created_at} />,
  }),
})
