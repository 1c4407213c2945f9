import { formatDay } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import {
  ATTRIBUTES,
  DUTIES,
  DUTY_STATES,
  type DutyRow,
  dutyPath,
  type MerchantRow,
  merchantPath,
  type PartnerRow,
  PEP,
  REVIEW,
  STATES,
  valueText,
} from './bacen'

const options = (values: readonly { value: string; label: string }[]) =>
  values.map(({ value, label }) => ({ value, label }))

export const MERCHANTS = defineList<MerchantRow>({
  name: 'bacen.merchants',
  path: '/v1/bacen/merchants',
  rowKey: ({ id }) => id,
  order: { by: 'known_from', sort: 'desc' },
  status: { key: 'state', values: STATES.filter(({ value }) => value !== 'refused') },
  choices: [
    {
      key: 'attribute',
      options: ATTRIBUTES.map((value) => ({ value, label: `bacen.attribute.${value}` })),
    },
    { key: 'review', options: options(REVIEW) },
  ],
  facets: '/v1/bacen/merchants/facets',
  tiles: {
    key: 'review',
    values: REVIEW.filter(({ value }) => value !== 'none'),
    label: 'bacen.column.review',
    all: 'bacen.all',
  },
  views: 'bacen.merchants',
  search: 'bacen.search',
  href: ({ merchant_id }) => merchantPath(merchant_id ?? 0),
  columns: [
    { key: 'merchant_name', kind: 'text', title: 'bacen.column.merchant_name', locked: true },
    { key: 'document', kind: 'document', title: 'bacen.column.document', width: 168, hidden: true },
    {
      key: 'attribute',
      kind: 'text',
      title: 'bacen.column.attribute',
      width: 180,
      render: ({ attribute }, { t }) => t(`bacen.attribute.${attribute}`),
    },
    {
      key: 'value',
      kind: 'text',
      title: 'bacen.column.value',
      render: ({ attribute, value }, { t, language }) => valueText(t, language, attribute, value ?? ''),
    },
    {
      key: 'valid_from',
      kind: 'text',
      title: 'bacen.column.valid_from',
      width: 116,
      render: ({ valid_from }, { language }) => valid_from && formatDay(valid_from, language),
    },
    {
      key: 'source_ref',
      kind: 'text',
      title: 'bacen.column.source',
      width: 180,
      render: ({ source, source_ref }, { t }) => `${t(`bacen.source.${source}`)}, ${source_ref}`,
    },
    {
      key: 'known_from',
      kind: 'time',
      title: 'bacen.column.known_from',
      sortable: true,
      width: 132,
      muted: true,
    },
    {
      key: 'next_review',
      kind: 'text',
      title: 'bacen.column.next_review',
      width: 124,
      render: ({ next_review }, { language }) => next_review && formatDay(next_review, language),
    },
    {
      key: 'review',
      kind: 'drawn',
      title: 'bacen.column.review',
      width: 140,
      hidden: true,
      render: ({ review }, text) => <StatusWord values={REVIEW} value={review} text={text} />,
    },
    { key: 'state', kind: 'status', title: 'bacen.column.state', width: 130 },
  ],
  card: (row, text) => ({
    title: row.merchant_name ?? '',
    note: `${text.t(`bacen.attribute.${row.attribute}`)}: ${valueText(text.t, text.language, row.attribute, row.value ?? '')}`,
    status: <StatusWord values={STATES} value={row.state} text={text} />,
  }),
})

export const PARTNERS = defineList<PartnerRow>({
  name: 'bacen.partners',
  path: '/v1/bacen/partners',
  rowKey: ({ id }) => id,
  order: { by: 'created_at', sort: 'desc' },
  status: { key: 'pep', values: PEP },
  facets: '/v1/bacen/partners/facets',
  tiles: { key: 'pep', values: PEP, label: 'bacen.column.pep', all: 'bacen.all' },
  views: 'bacen.partners',
  search: 'bacen.search',
  href: ({ merchant_id }) => merchantPath(merchant_id ?? 0),
  columns: [
    { key: 'name', kind: 'text', title: 'bacen.column.name', locked: true },
    { key: 'document', kind: 'document', title: 'bacen.column.document', width: 168 },
    { key: 'merchant_name', kind: 'text', title: 'bacen.column.merchant_name', width: 180 },
    {
      key: 'share',
      kind: 'text',
      title: 'bacen.column.share',
      width: 100,
      align: 'end',
      render: ({ share }) => (share === null ? '—' : `${share / 100} %`),
    },
    { key: 'office', kind: 'text', title: 'bacen.column.office', width: 180 },
    {
      key: 'until',
      kind: 'text',
      title: 'bacen.column.until',
      width: 124,
      render: ({ until }, { language }) => until && formatDay(until, language),
    },
    { key: 'created_at', kind: 'time', title: 'bacen.column.created_at', sortable: true, width: 132, hidden: true },
    { key: 'pep', kind: 'status', title: 'bacen.column.pep', width: 150 },
  ],
  card: (row, text) => ({
    title: row.name ?? '',
    note: row.merchant_name,
    status: <StatusWord values={PEP} value={row.pep} text={text} />,
  }),
})

export const YEARLY = defineList<DutyRow>({
  name: 'bacen.duties',
  path: '/v1/bacen/duties',
  rowKey: ({ id }) => id,
  order: { by: 'due_on', sort: 'asc' },
  status: { key: 'state', values: DUTY_STATES },
  choices: [{ key: 'kind', options: DUTIES.map((value) => ({ value, label: `bacen.duty.${value}` })) }],
  facets: '/v1/bacen/duties/facets',
  tiles: { key: 'state', values: DUTY_STATES, label: 'bacen.column.state', all: 'bacen.all' },
  views: 'bacen.duties',
  href: ({ id }) => dutyPath(id),
  columns: [
    {
      key: 'kind',
      kind: 'text',
      title: 'bacen.column.duty',
      locked: true,
      render: ({ kind }, { t }) => t(`bacen.duty.${kind}`),
    },
    { key: 'year', kind: 'text', title: 'bacen.column.year', width: 90, align: 'end' },
    {
      key: 'due_on',
      kind: 'text',
      title: 'bacen.column.due_on',
      sortable: true,
      width: 124,
      render: ({ due_on }, { language }) => due_on && formatDay(due_on, language),
    },
    { key: 'norm', kind: 'text', title: 'bacen.column.norm', width: 240, muted: true },
    { key: 'done_by', kind: 'text', title: 'bacen.column.done_by', width: 200 },
    { key: 'done_at', kind: 'time', title: 'bacen.column.done_at', width: 132, hidden: true },
    { key: 'state', kind: 'status', title: 'bacen.column.state', width: 140 },
  ],
  card: (row, text) => ({
    title: text.t(`bacen.duty.${row.kind}`),
    note: `${row.year} · ${row.norm}`,
    status: <StatusWord values={DUTY_STATES} value={row.state} text={text} />,
  }),
})
