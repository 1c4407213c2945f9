import { withBulk } from '../../kit/bulk/BulkCommands'
import { DateTime } from '../../kit/DateTime'
import { formatDocument, formatTime } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { bankName } from '../../kit/place/bankName'
import { numberOf } from '../../kit/place/words'
import { Badge } from '../../ui/Badge'
import { wordOf } from '../transfers/transfer'
import { ACCOUNT_STATUSES, type BankAccountRow, bankAccountPath, MAY_CHANGE_ACCOUNTS } from './bankAccount'
import styles from './list.module.css'

const LIST = defineList<BankAccountRow>({
  name: 'account.bank_accounts',
  path: '/v1/account/bank-accounts',
  rowKey: ({ id }) => id,
  order: { by: 'created_at', sort: 'desc' },
  status: { key: 'status', values: ACCOUNT_STATUSES },
  choices: [
    {
      key: 'ownership',
      options: [
        { value: 'own', label: 'transfers.ownership.own' },
        { value: 'trusted', label: 'transfers.ownership.trusted' },
      ],
    },
  ],
  facets: '/v1/account/bank-accounts/facets',
  views: 'account.bank_accounts',
  search: 'transfers.accounts.search',
  href: ({ id }) => bankAccountPath(id),
  columns: [
    { key: 'nickname', kind: 'text', title: 'transfers.column.nickname', sortable: true, locked: true },
    { key: 'bank_name', kind: 'bank', title: 'transfers.column.bank_name', width: 190, muted: true },
    { key: 'compe', kind: 'text', title: 'transfers.column.compe', width: 80, muted: true, hidden: true },
    {
      key: 'number',
      kind: 'text',
      title: 'transfers.column.number',
      width: 168,
      render: numberOf,
    },
    {
      key: 'account_type',
      kind: 'text',
      title: 'transfers.column.account_type',
      width: 100,
      muted: true,
      render: ({ account_type }, { t }) => wordOf(t, 'account_type', account_type ?? 'key'),
    },
    { key: 'holder_name', kind: 'text', title: 'transfers.column.holder_name', width: 190 },
    {
      key: 'holder_document',
      kind: 'document',
      title: 'transfers.column.holder_document',
      width: 166,
      hidden: true,
    },
    {
      key: 'is_default',
      kind: 'drawn',
      title: 'transfers.column.is_default',
      width: 90,
      render: ({ is_default }, { t }) => (is_default ? <Badge tone="info">{t('transfers.yes')}</Badge> : '—'),
    },
    { key: 'status', kind: 'status', title: 'transfers.column.status', width: 140 },
    {
      key: 'ownership',
      kind: 'text',
      title: 'transfers.column.ownership',
      width: 120,
      muted: true,
      hidden: true,
      render: ({ ownership }, { t }) => wordOf(t, 'ownership', ownership),
    },
    {
      key: 'usable_from',
      kind: 'time',
      title: 'transfers.column.usable_from',
      width: 150,
      muted: true,
      sortable: true,
      hidden: true,
    },
    {
      key: 'created_at',
      kind: 'time',
      title: 'transfers.column.added_at',
      width: 140,
      muted: true,
      sortable: true,
      hidden: true,
    },
    { key: 'ispb', kind: 'text', title: 'transfers.column.ispb', width: 100, muted: true, hidden: true },
    {
      key: 'company_name',
      kind: 'text',
      title: 'transfers.column.company_name',
      width: 180,
      muted: true,
      hidden: true,
    },
    { key: 'id', kind: 'id', title: 'transfers.column.id', width: 138, hidden: true },
  ],
  card: (row, text) => ({
    title: row.nickname ?? '—',
    note: (
      <>
        {/* The number first: a long name of a bank would cut it off. */}
        <span className={styles.line}>
          {row.kind === 'key' ? numberOf(row) : `${numberOf(row)} · ${bankName(row.bank_name) ?? '—'}`}
        </span>
        <span className={styles.line}>
          {row.holder_name} · {formatDocument(row.holder_document ?? '')}
        </span>
        {row.status === 'verified' && !row.usable && (
          <span className={styles.line}>
            {text.t('transfers.new.usable_from', { at: formatTime(row.usable_from ?? '', text.language) })}
          </span>
        )}
      </>
    ),
    status: <StatusWord values={ACCOUNT_STATUSES} value={row.status} text={text} />,
    time: <DateTime at={row.created_at ?? ''} />,
  }),
})

export const BANK_ACCOUNTS = withBulk(LIST, [
  {
    name: 'account:bank_account:disable',
    words: 'transfers.bulk.disable',
    permissions: MAY_CHANGE_ACCOUNTS,
    danger: true,
    takes: ({ status }) => status !== 'disabled',
  },
])
