import type { Language } from '../../app/i18n'
import { DateTime } from '../../kit/DateTime'
import { formatDay, formatDecimal, formatExactPercent } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { Money } from '../../kit/Money'
import {
  AGREEMENT_STATES,
  type AgreementRow,
  BANK_STATES,
  type BankRow,
  bankPath,
  choice,
  DIRECTIONS,
  type RateRow,
  RULE_STATES,
  TAX_KINDS,
  type TaxRuleRow,
  wordOf,
} from '../exchange'

const rateText = (rate: string | null | undefined, language: Language) =>
  rate ? formatDecimal(rate, language) : '—'

/** Banks that buy and sell currency for us. */
export const BANKS = defineList<BankRow>({
  name: 'exchange.banks',
  path: '/v1/exchange/banks',
  rowKey: ({ id }) => id,
  order: { by: 'created_at', sort: 'desc' },
  status: { key: 'state', values: BANK_STATES },
  choices: [choice('line', 'line', ['free', 'nearly_used', 'none'])],
  facets: '/v1/exchange/banks/facets',
  views: 'exchange.banks',
  search: 'exchange.banks.search',
  href: ({ id }) => bankPath(id),
  columns: [
    { key: 'name', kind: 'text', title: 'exchange.column.name', locked: true, sortable: true },
    { key: 'state', kind: 'status', title: 'exchange.column.state', width: 112 },
    {
      key: 'currencies',
      kind: 'drawn',
      title: 'exchange.column.currencies',
      width: 172,
      render: ({ currencies }) => currencies?.join(', ') || '—',
    },
    {
      key: 'line_used',
      kind: 'money',
      title: 'exchange.column.line_used',
      width: 150,
      currency: 'BRL',
      summed: false,
    },
    {
      key: 'line_granted',
      kind: 'money',
      title: 'exchange.column.line_granted',
      width: 170,
      currency: 'BRL',
      sortable: true,
      summed: false,
    },
    {
      key: 'line',
      kind: 'text',
      title: 'exchange.column.line',
      width: 120,
      muted: true,
      render: ({ line }, { t }) => wordOf(t, 'line', line),
    },
    { key: 'last_closing', kind: 'time', title: 'exchange.column.last_closing', width: 140, muted: true },
    { key: 'swift', kind: 'text', title: 'exchange.column.swift', width: 120, hidden: true },
    { key: 'document', kind: 'document', title: 'exchange.column.document', width: 166, hidden: true },
    { key: 'contact', kind: 'text', title: 'exchange.column.contact', width: 180, hidden: true },
    {
      key: 'created_at',
      kind: 'time',
      title: 'exchange.column.created_at',
      sortable: true,
      width: 136,
      hidden: true,
    },
    { key: 'id', kind: 'id', title: 'exchange.column.id', width: 138, hidden: true },
  ],
  card: (row, text) => ({
    title: row.name ?? '—',
    note: row.currencies?.join(', '),
    amount: <Money value={row.line_used} />,
    status: <StatusWord values={BANK_STATES} value={row.state} text={text} />,
  }),
})

/** Reference rates, as they were published. */
export const RATES = defineList<RateRow>({
  name: 'exchange.rates',
  path: '/v1/exchange/rates',
  rowKey: ({ id }) => id,
  order: { by: 'published_at', sort: 'desc' },
  period: 'published_at',
  facets: '/v1/exchange/rates/facets',
  views: 'exchange.rates',
  search: 'exchange.rates.search',
  columns: [
    {
      key: 'currency',
      kind: 'text',
      title: 'exchange.column.currency',
      locked: true,
      sortable: true,
      width: 100,
    },
    {
      key: 'day',
      kind: 'text',
      title: 'exchange.column.day',
      sortable: true,
      width: 120,
      render: ({ day }, { language }) => (day ? formatDay(day, language) : '—'),
    },
    { key: 'bulletin', kind: 'text', title: 'exchange.column.bulletin' },
    ...(['buy', 'sell'] as const).map((key) => ({
      key,
      kind: 'text' as const,
      title: `exchange.column.${key}` as const,
      width: 120,
      align: 'end' as const,
      render: (row: RateRow, { language }: { language: Language }) => rateText(row[key], language),
    })),
    { key: 'published_at', kind: 'time', title: 'exchange.column.published_at', sortable: true, width: 140 },
    { key: 'source', kind: 'text', title: 'exchange.column.source', width: 180, muted: true },
    { key: 'fetched_by', kind: 'text', title: 'exchange.column.fetched_by', width: 196, hidden: true },
    { key: 'fetched_at', kind: 'time', title: 'exchange.column.fetched_at', width: 140, hidden: true },
    { key: 'sha256', kind: 'id', title: 'exchange.column.sha256', width: 150, hidden: true },
  ],
  card: (row, { language }) => ({
    title: `${row.currency ?? ''} ${rateText(row.sell, language)}`,
    note: row.bulletin,
    time: row.published_at && <DateTime at={row.published_at} />,
  }),
})

/** Rules of the tax, with their norms. */
export const TAX_RULES = defineList<TaxRuleRow>({
  name: 'exchange.tax_rules',
  path: '/v1/exchange/tax-rules',
  rowKey: ({ id }) => id,
  order: { by: 'valid_from', sort: 'desc' },
  status: { key: 'state', values: RULE_STATES },
  choices: [choice('kind', 'tax_kind', TAX_KINDS), choice('direction', 'direction', DIRECTIONS)],
  facets: '/v1/exchange/tax-rules/facets',
  views: 'exchange.tax_rules',
  columns: [
    {
      key: 'valid_from',
      kind: 'text',
      title: 'exchange.column.valid_from',
      locked: true,
      sortable: true,
      width: 130,
      render: ({ valid_from }, { language }) => (valid_from ? formatDay(valid_from, language) : '—'),
    },
    {
      key: 'kind',
      kind: 'text',
      title: 'exchange.column.tax_kind',
      width: 130,
      render: ({ kind }, { t }) => wordOf(t, 'tax_kind', kind),
    },
    {
      key: 'direction',
      kind: 'text',
      title: 'exchange.column.direction',
      width: 110,
      render: ({ direction }, { t }) => wordOf(t, 'direction', direction),
    },
    {
      key: 'percent',
      kind: 'text',
      title: 'exchange.column.percent',
      width: 100,
      align: 'end',
      render: ({ percent }, { language }) => formatExactPercent(percent ?? '', language),
    },
    { key: 'state', kind: 'status', title: 'exchange.column.state', width: 118 },
    { key: 'source', kind: 'text', title: 'exchange.column.norm' },
    { key: 'created_by', kind: 'text', title: 'exchange.column.created_by', width: 196, hidden: true },
    { key: 'created_at', kind: 'time', title: 'exchange.column.created_at', width: 140, hidden: true },
  ],
  card: (row, text) => ({
    title: `${wordOf(text.t, 'tax_kind', row.kind)} · ${formatExactPercent(row.percent ?? '', text.language)}`,
    note: [wordOf(text.t, 'direction', row.direction), row.source].filter(Boolean).join(' · '),
    status: <StatusWord values={RULE_STATES} value={row.state} text={text} />,
    time: row.valid_from && formatDay(row.valid_from, text.language),
  }),
})

/** On what terms merchants' money is exchanged. */
export const AGREEMENTS = defineList<AgreementRow>({
  name: 'exchange.agreements',
  path: '/v1/exchange/agreements',
  rowKey: ({ id }) => id,
  order: { by: 'created_at', sort: 'desc' },
  status: { key: 'state', values: AGREEMENT_STATES },
  choices: [choice('direction', 'direction', DIRECTIONS), choice('collects', 'collects', ['true', 'false'])],
  facets: '/v1/exchange/agreements/facets',
  views: 'exchange.agreements',
  search: 'exchange.agreements.search',
  columns: [
    { key: 'company_name', kind: 'text', title: 'exchange.column.company_name', locked: true },
    { key: 'currency', kind: 'text', title: 'exchange.column.currency', sortable: true, width: 100 },
    {
      key: 'direction',
      kind: 'text',
      title: 'exchange.column.direction',
      width: 100,
      render: ({ direction }, { t }) => wordOf(t, 'direction', direction),
    },
    { key: 'state', kind: 'status', title: 'exchange.column.state', width: 108 },
    {
      key: 'collects',
      kind: 'drawn',
      title: 'exchange.column.collects',
      width: 184,
      leaves: 2,
      render: ({ collects }, { t }) => wordOf(t, 'collects', String(collects)),
    },
    {
      key: 'spread',
      kind: 'drawn',
      title: 'exchange.column.agreed_spread',
      width: 120,
      align: 'end',
      render: ({ spread }, { language }) =>
        typeof spread === 'number' ? formatExactPercent((spread / 100).toFixed(2), language) : '—',
    },
    { key: 'fee', kind: 'money', title: 'exchange.column.fee', width: 120, currency: 'BRL', summed: false },
    {
      key: 'tax_kind',
      kind: 'text',
      title: 'exchange.column.tax_kind',
      width: 140,
      leaves: 1,
      render: ({ tax_kind }, { t }) => wordOf(t, 'tax_kind', tax_kind),
    },
    { key: 'counterparty', kind: 'text', title: 'exchange.column.counterparty', width: 170, hidden: true },
    { key: 'country', kind: 'text', title: 'exchange.column.country', width: 90, hidden: true },
    {
      key: 'created_at',
      kind: 'time',
      title: 'exchange.column.created_at',
      sortable: true,
      width: 140,
      hidden: true,
    },
    { key: 'id', kind: 'id', title: 'exchange.column.id', width: 138, hidden: true },
  ],
  card: (row, text) => ({
    title: row.company_name ?? '—',
    note: `${row.currency ?? ''} · ${wordOf(text.t, 'direction', row.direction)}`,
    status: <StatusWord values={AGREEMENT_STATES} value={row.state} text={text} />,
  }),
})
