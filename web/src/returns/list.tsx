import { DateTime } from '../kit/DateTime'
import { formatAmount, formatNumber } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { defineList } from '../kit/list/definition'
import { bankName } from '../kit/place/bankName'
import { FILE_STATUSES, type FileRow, filePath, layoutName, type Side } from './file'

const files = (side: Side) =>
  defineList<FileRow>({
    name: `payin.return_files.${side}`,
    path: '/v1/payin/return-files',
    rowKey: ({ id }) => id,
    order: { by: 'created_at', sort: 'desc' },
    period: 'created_at',
    status: { key: 'status', values: FILE_STATUSES },
    facets: '/v1/payin/return-files/facets',
    tiles: { key: 'status', values: FILE_STATUSES, label: 'returns.list.tiles', all: 'returns.list.all' },
    views: 'payin.return_files',
    search: 'returns.list.search',
    href: ({ id }) => filePath(side, id),
    columns: [
      {
        key: 'created_at',
        kind: 'time',
        title: 'returns.column.created_at',
        sortable: true,
        width: 136,
        muted: true,
        locked: true,
      },
      { key: 'name', kind: 'text', title: 'returns.column.name' },
      {
        key: 'bank_name',
        kind: 'text',
        title: 'returns.column.bank_name',
        width: 172,
        // Of a bank that the layouts do not name there is still its number.
        render: ({ bank, bank_name }) => bankName(bank_name) || bank || '—',
      },
      {
        key: 'layout',
        kind: 'text',
        title: 'returns.column.layout',
        width: 104,
        muted: true,
        render: ({ layout }) => (layout ? layoutName(layout) : '—'),
      },
      {
        key: 'sequence',
        kind: 'text',
        title: 'returns.column.sequence',
        width: 96,
        align: 'end',
        name: true,
        hidden: true,
      },
      {
        key: 'entries',
        kind: 'text',
        title: 'returns.column.entries',
        width: 96,
        align: 'end',
        render: ({ entries }, { language }) =>
          entries === null ? '—' : formatNumber(entries ?? 0, language),
      },
      { key: 'paid', kind: 'money', title: 'returns.column.paid', width: 136, currency: 'BRL' },
      { key: 'status', kind: 'status', title: 'returns.column.status', width: 136 },
      { key: 'actor', kind: 'text', title: 'returns.column.actor', width: 208, hidden: side === 'live' },
      {
        key: 'applied_at',
        kind: 'time',
        title: 'returns.column.applied_at',
        width: 136,
        hidden: side === 'preview',
      },
      { key: 'applied_by', kind: 'text', title: 'returns.column.applied_by', width: 200, hidden: true },
      { key: 'company_name', kind: 'text', title: 'returns.column.company_name', width: 160, hidden: true },
      { key: 'id', kind: 'id', title: 'returns.column.id', width: 138, hidden: true },
    ],
    card: ({ name, bank, bank_name, paid, status, created_at }, text) => ({
      title: name,
      note: bankName(bank_name) || bank,
      amount: paid && formatAmount(paid, text.language),
      status: <StatusWord values={FILE_STATUSES} value={status} text={text} />,
      time: <DateTime at={created_at ?? ''} />,
    }),
  })

export const FILES = { preview: files('preview'), live: files('live') }
