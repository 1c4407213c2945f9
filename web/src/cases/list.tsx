import { DateTime } from '../kit/DateTime'
import { formatDay } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { type Column, defineList, type Text } from '../kit/list/definition'
import {
  CHANNELS,
  DUE,
  type Kind,
  MATTERS,
  OMBUDSMAN_STATES,
  type OmbudsmanRow,
  OUTCOMES,
  PRODUCTS,
  protocolText,
  SERVICE_STATES,
  type ServiceRow,
  SUBJECTS,
  ticketPath,
  wordOf,
} from './ticket'

type Row = OmbudsmanRow | ServiceRow

const choices = (
  group: 'channel' | 'matter' | 'subject' | 'product' | 'outcome',
  values: readonly string[],
) => values.map((value) => ({ value, label: `cases.${group}.${value}` }))

const CHOICES = [
  { key: 'due', options: DUE.map(({ value, label }) => ({ value, label })) },
  { key: 'channel', options: choices('channel', CHANNELS) },
  { key: 'matter', options: choices('matter', MATTERS) },
  { key: 'subject', options: choices('subject', SUBJECTS) },
  { key: 'product', options: choices('product', PRODUCTS) },
]

const shared: readonly Column<Row>[] = [
  {
    key: 'protocol',
    kind: 'text',
    title: 'cases.column.protocol',
    width: 176,
    locked: true,
    render: ({ protocol }) => protocolText(protocol ?? ''),
  },
  {
    key: 'opened_at',
    kind: 'time',
    title: 'cases.column.opened_at',
    sortable: true,
    width: 136,
    muted: true,
  },
  { key: 'requester_name', kind: 'text', title: 'cases.column.requester_name' },
  {
    key: 'requester_document',
    kind: 'document',
    title: 'cases.column.requester_document',
    width: 150,
    hidden: true,
  },
  { key: 'merchant_name', kind: 'text', title: 'cases.column.merchant_name', width: 150, muted: true },
  {
    key: 'subject',
    kind: 'text',
    title: 'cases.column.subject',
    width: 124,
    render: ({ subject }, { t }) => wordOf(t, 'subject', subject),
  },
  {
    key: 'channel',
    kind: 'text',
    title: 'cases.column.channel',
    width: 150,
    muted: true,
    hidden: true,
    render: ({ channel }, { t }) => wordOf(t, 'channel', channel),
  },
  { key: 'owner', kind: 'text', title: 'cases.column.owner', width: 190, hidden: true },
  {
    key: 'due_on',
    kind: 'text',
    title: 'cases.column.due_on',
    sortable: true,
    width: 116,
    render: ({ due_on }, { language }) => due_on && formatDay(due_on, language),
  },
  {
    key: 'due',
    kind: 'drawn',
    title: 'cases.column.due',
    width: 148,
    render: ({ due }, text) => <StatusWord values={DUE} value={due} text={text} />,
  },
]

const last: readonly Column<Row>[] = [
  { key: 'state', kind: 'status', title: 'cases.column.state', width: 168 },
  {
    key: 'earlier_protocol',
    kind: 'text',
    title: 'cases.column.earlier_protocol',
    width: 176,
    hidden: true,
    render: ({ earlier_protocol }) => earlier_protocol && protocolText(earlier_protocol),
  },
  { key: 'reopened', kind: 'text', title: 'cases.column.reopened', width: 96, hidden: true },
  { key: 'satisfaction', kind: 'text', title: 'cases.column.satisfaction', width: 96, hidden: true },
  { key: 'id', kind: 'id', title: 'cases.column.id', width: 138, hidden: true },
]

const card = (kind: Kind) => (row: Row, text: Text) => ({
  title: row.requester_name ?? '',
  note: `${protocolText(row.protocol ?? '')} · ${wordOf(text.t, 'subject', row.subject)}`,
  status: (
    <StatusWord
      values={kind === 'ombudsman' ? OMBUDSMAN_STATES : SERVICE_STATES}
      value={row.state}
      text={text}
    />
  ),
  time: row.opened_at && <DateTime at={row.opened_at} />,
})

export const OMBUDSMAN_LIST = defineList<OmbudsmanRow>({
  name: 'audit.ombudsman',
  path: '/v1/audit/ombudsman-tickets',
  rowKey: ({ id }) => id,
  order: { by: 'opened_at', sort: 'desc' },
  status: { key: 'state', values: OMBUDSMAN_STATES },
  choices: [...CHOICES, { key: 'outcome', options: choices('outcome', OUTCOMES) }],
  facets: '/v1/audit/ombudsman-tickets/facets',
  tiles: {
    key: 'due',
    values: DUE.filter(({ value }) => value !== 'done'),
    label: 'cases.column.due',
    all: 'cases.all',
  },
  views: 'audit.ombudsman',
  search: 'cases.search',
  href: ({ id }) => ticketPath('ombudsman', id),
  columns: [
    ...shared,
    {
      key: 'extended_on',
      kind: 'text',
      title: 'cases.column.extended_on',
      width: 116,
      hidden: true,
      render: ({ extended_on }, { language }) => extended_on && formatDay(extended_on, language),
    },
    {
      key: 'outcome',
      kind: 'text',
      title: 'cases.column.outcome',
      width: 170,
      hidden: true,
      render: ({ outcome }, { t }) => outcome && wordOf(t, 'outcome', outcome),
    },
    ...last,
  ],
  card: card('ombudsman'),
})

export const SERVICE_LIST = defineList<ServiceRow>({
  name: 'audit.service',
  path: '/v1/audit/service-tickets',
  rowKey: ({ id }) => id,
  order: { by: 'opened_at', sort: 'desc' },
  status: { key: 'state', values: SERVICE_STATES },
  choices: CHOICES,
  facets: '/v1/audit/service-tickets/facets',
  tiles: {
    key: 'due',
    values: DUE.filter(({ value }) => value !== 'done'),
    label: 'cases.column.due',
    all: 'cases.all',
  },
  views: 'audit.service',
  search: 'cases.search',
  href: ({ id }) => ticketPath('service', id),
  columns: [
    ...shared,
    {
      key: 'first_answered_at',
      kind: 'time',
      title: 'cases.column.first_answered_at',
      width: 136,
      hidden: true,
    },
    {
      key: 'history_due_on',
      kind: 'text',
      title: 'cases.column.history_due_on',
      width: 136,
      hidden: true,
      render: ({ history_due_on }, { language }) => history_due_on && formatDay(history_due_on, language),
    },
    ...last,
  ],
  card: card('service'),
})
