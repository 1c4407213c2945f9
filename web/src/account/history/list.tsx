import { Link } from '@tanstack/react-router'
import { DateTime } from '../../kit/DateTime'
import { formatUnder } from '../../kit/format'
import { ledgerAccount } from '../../kit/ledgerAccount'
import { defineList } from '../../kit/list/definition'
import {
  ACCOUNTS,
  DIRECTIONS,
  descriptionOf,
  type EntryRow,
  KINDS,
  kindWord,
  MOVE,
  originPath,
  originWord,
  signedUnder,
  transactionPath,
  wordOf,
} from './entry'
import styles from './history.module.css'

const KIND_WIDTH = 176

/** Every entry of the merchant's accounts, the newest first. */
export const ENTRIES = defineList<EntryRow>({
  name: 'account.transactions',
  path: '/v1/account/transactions',
  rowKey: ({ id }) => id ?? '',
  order: { by: 'recorded_at', sort: 'desc' },
  period: 'recorded_at',
  amount: 'amount',
  choices: [
    { key: 'direction', options: DIRECTIONS },
    { key: 'kind', options: KINDS },
    { key: 'account', options: ACCOUNTS },
  ],
  facets: '/v1/account/transactions/facets',
  tiles: {
    key: 'direction',
    values: DIRECTIONS,
    label: 'account.tiles.name',
    all: 'account.tiles.all',
    opposed: true,
  },
  views: 'account.transactions',
  search: 'account.search',
  href: ({ transaction_id }) => transactionPath(transaction_id),
  columns: [
    {
      key: 'recorded_at',
      kind: 'time',
      title: 'account.column.recorded_at',
      sortable: true,
      width: 136,
      muted: true,
      locked: true,
    },
    {
      key: 'kind',
      kind: 'text',
      title: 'account.column.kind',
      width: KIND_WIDTH,
      render: (row, { t }) => kindWord(t, row),
    },
    { key: 'counterparty', kind: 'text', title: 'account.column.counterparty', width: 208 },
    {
      key: 'description',
      kind: 'text',
      title: 'account.column.description',
      muted: true,
      render: (row, { t }) => descriptionOf(t, row) || '—',
    },
    { key: 'transaction_id', kind: 'id', title: 'account.column.transaction_id', width: 138, hidden: true },
    {
      key: 'origin',
      kind: 'text',
      title: 'account.column.origin',
      width: 110,
      render: ({ origin, origin_id, payout_origin }, { t }) => {
        const path = originPath(origin, origin_id ?? '')
        const word = originWord(t, { origin, payout_origin })
        return path ? <Link to={path}>{word}</Link> : word
      },
    },
    {
      key: 'movement',
      kind: 'money',
      title: 'account.column.movement',
      width: 132,
      currency: 'BRL',
      render: ({ movement }, { language }) => signedUnder(movement, 'BRL', language),
    },
    {
      key: 'balance_after',
      kind: 'money',
      summed: false,
      title: 'account.column.balance_after',
      width: 140,
      currency: 'BRL',
      muted: true,
    },
    {
      key: 'held',
      kind: 'money',
      summed: false,
      title: 'account.column.held',
      width: 130,
      muted: true,
      hidden: true,
    },
    { key: 'amount', kind: 'money', title: 'account.column.amount', width: 130, hidden: true },
    {
      key: 'direction',
      kind: 'text',
      title: 'account.column.direction',
      width: 110,
      hidden: true,
      render: ({ direction }, { t }) => wordOf(t, 'direction', direction),
    },
    {
      key: 'account',
      kind: 'text',
      title: 'account.column.account',
      width: 120,
      hidden: true,
      render: ({ account, account_alias }, { t }) => account_alias ?? ledgerAccount(t, account),
    },
    {
      key: 'effective_at',
      kind: 'time',
      title: 'account.column.effective_at',
      width: 140,
      muted: true,
      hidden: true,
    },
    { key: 'external_id', kind: 'id', title: 'account.column.external_id', width: 138, hidden: true },
    { key: 'origin_id', kind: 'id', title: 'account.column.origin_id', width: 138, hidden: true },
    { key: 'version', kind: 'text', title: 'account.column.version', width: 100, align: 'end', hidden: true },
  ],
  card: (
    { kind, payout_origin, counterparty, description, movement, balance_after, recorded_at },
    { t, language },
  ) => ({
    title: kindWord(t, { kind, payout_origin }),
    note: kind === MOVE ? descriptionOf(t, { kind, description }) : counterparty,
    amount: signedUnder(movement, 'BRL', language),
    status: (
      <span className={styles.after}>
        {t('account.balance_is', { amount: formatUnder(balance_after, 'BRL', language) })}
      </span>
    ),
    time: recorded_at && <DateTime at={recorded_at} />,
  }),
})
