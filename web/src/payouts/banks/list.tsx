import { formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { bankName } from '../../kit/place/bankName'
import { type BankRow, bankPath, DIGIT_RULES, percentOf, STATES, seconds } from './bank'

const YES_NO = [
  { value: 'true', label: 'payoutBanks.yes' },
  { value: 'false', label: 'payoutBanks.no' },
]

const methodsOf = ({ pix, ted }: BankRow) => [pix && 'Pix', ted && 'TED'].filter(Boolean).join(' · ') || '—'

/** Every bank of the book, those that are paid most first. */
export const BANKS = defineList<BankRow>({
  name: 'payouts.banks',
  path: '/v1/payouts/banks',
  rowKey: ({ ispb }) => ispb ?? '',
  order: { by: 'payments_24h', sort: 'desc' },
  status: { key: 'state', values: STATES },
  choices: [
    { key: 'pix', options: YES_NO },
    { key: 'ted', options: YES_NO },
    { key: 'listed', options: YES_NO },
    {
      key: 'digit_rule',
      options: DIGIT_RULES.map((value) => ({ value, label: `payoutBanks.digit_rule.${value}` })),
    },
  ],
  tiles: {
    key: 'state',
    values: STATES,
    label: 'payoutBanks.list.tiles',
    all: 'payoutBanks.list.all',
  },
  facets: '/v1/payouts/banks/facets',
  views: 'payouts.banks',
  search: 'payoutBanks.list.search',
  href: ({ ispb }) => bankPath(ispb ?? ''),
  columns: [
    { key: 'name', kind: 'bank', title: 'payoutBanks.column.name', sortable: true, locked: true },
    { key: 'compe', kind: 'text', title: 'payoutBanks.column.compe', width: 92 },
    { key: 'ispb', kind: 'text', title: 'payoutBanks.column.ispb', width: 110, sortable: true },
    { key: 'state', kind: 'status', title: 'payoutBanks.column.state', width: 150 },
    {
      key: 'pix',
      kind: 'drawn',
      title: 'payoutBanks.column.methods',
      width: 116,
      render: (row) => methodsOf(row),
    },
    {
      key: 'payments_24h',
      kind: 'drawn',
      title: 'payoutBanks.column.payments_24h',
      width: 130,
      align: 'end',
      sortable: true,
      render: ({ payments_24h }, { language }) => formatNumber(payments_24h ?? 0, language),
    },
    {
      key: 'done_24h',
      kind: 'drawn',
      title: 'payoutBanks.column.done_24h',
      width: 116,
      align: 'end',
      render: ({ done_24h, payments_24h }, { language }) =>
        percentOf(done_24h ?? 0, payments_24h ?? 0, language),
    },
    {
      key: 'p50_ms',
      kind: 'drawn',
      title: 'payoutBanks.column.p50_ms',
      width: 100,
      align: 'end',
      render: ({ p50_ms }, { language }) => seconds(p50_ms, language),
    },
    {
      key: 'p95_ms',
      kind: 'drawn',
      title: 'payoutBanks.column.p95_ms',
      width: 100,
      align: 'end',
      render: ({ p95_ms }, { language }) => seconds(p95_ms, language),
    },
    {
      key: 'mark_until',
      kind: 'time',
      title: 'payoutBanks.column.mark_until',
      width: 136,
      muted: true,
      hidden: true,
    },
    {
      key: 'updated_at',
      kind: 'time',
      title: 'payoutBanks.column.updated_at',
      width: 136,
      sortable: true,
      muted: true,
      hidden: true,
    },
  ],
  card: (row, text) => ({
    title: bankName(row.name),
    note: [row.compe, row.ispb].filter(Boolean).join(' · '),
    amount: methodsOf(row),
    status: <StatusWord values={STATES} value={row.state} text={text} />,
    time: row.payments_24h
      ? text.t('payoutBanks.list.payments', { count: row.payments_24h })
      : text.t('payoutBanks.list.no_payments'),
  }),
})
