import { withBulk } from '../../kit/bulk/BulkCommands'
import { DateTime } from '../../kit/DateTime'
import { formatDay } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { type Column, defineList, type Text } from '../../kit/list/definition'
import {
  ASSIGNED,
  ATTENTION,
  choices,
  DUE,
  EXPIRES,
  LEAD_STATES,
  type LeadRow,
  leadPath,
  MAY_APPROVE,
  OUTCOMES,
  PROPOSED,
  type ProposalRow,
  proposalPath,
  type ReasonRow,
  type RenewalRow,
  type RequestRow,
  RISKS,
  reasonPath,
  requestPath,
  STATES,
  SUBJECTS,
  TURNS,
  WITHIN,
  wordOf,
} from './kyc'

const options = (values: readonly { value: string; label: string }[]) =>
  values.map(({ value, label }) => ({ value, label }))

/** How many checks came to what; only what there is of. */
const checksText = (
  row: { checks_clean?: number | null; checks_hit?: number | null; checks_error?: number | null },
  { t }: Text,
) =>
  (
    [
      ['hit', row.checks_hit],
      ['error', row.checks_error],
      ['clean', row.checks_clean],
    ] as const
  )
    .flatMap(([word, count]) => (count ? [t(`kyc.checks.counted_${word}`, { count })] : []))
    .join(', ') || '—'

const risk: Column<{ risk?: string }> = {
  key: 'risk',
  kind: 'drawn',
  title: 'kyc.column.risk',
  width: 110,
  render: ({ risk: value }, text) => value && <StatusWord values={RISKS} value={value} text={text} />,
}

/** Staff see what the provider thinks beside what the merchant sees. */
export const requestsList = (staff: boolean) =>
  defineList<RequestRow>({
    name: staff ? 'kyc.requests.staff' : 'kyc.requests',
    path: '/v1/kyc/requests',
    rowKey: ({ id }) => id,
    order: { by: 'created_at', sort: 'desc' },
    status: { key: 'state', values: STATES },
    choices: [
      { key: 'subject_type', options: choices('subject', SUBJECTS) },
      { key: 'due', options: options(DUE) },
      { key: 'expires', options: choices('expires', EXPIRES) },
      ...(staff
        ? [
            { key: 'risk', options: options(RISKS) },
            { key: 'assigned', options: choices('assigned', ASSIGNED) },
          ]
        : []),
    ],
    typed: [{ key: 'reason', kind: 'text' }],
    facets: '/v1/kyc/requests/facets',
    tiles: {
      key: 'due',
      values: DUE.filter(({ value }) => value !== 'done'),
      label: 'kyc.column.due',
      all: 'kyc.all',
    },
    views: 'kyc.requests',
    search: 'kyc.search',
    href: ({ id }) => requestPath(id),
    columns: [
      { key: 'number', kind: 'text', title: 'kyc.column.number', width: 112, locked: true },
      {
        key: 'created_at',
        kind: 'time',
        title: 'kyc.column.created_at',
        sortable: true,
        width: 132,
        muted: true,
        leaves: 1,
      },
      { key: 'name', kind: 'text', title: 'kyc.column.name' },
      { key: 'document', kind: 'document', title: 'kyc.column.document', width: 160, leaves: 3 },
      { key: 'reason', kind: 'text', title: 'kyc.column.reason', width: 170 },
      {
        key: 'subject_type',
        kind: 'text',
        title: 'kyc.column.subject_type',
        width: 140,
        hidden: true,
        render: (row, { t }) => wordOf(t, 'subject', row.subject_type),
      },
      { key: 'country', kind: 'text', title: 'kyc.column.country', width: 80, hidden: true },
      {
        key: 'documents_approved',
        kind: 'text',
        title: 'kyc.column.documents',
        width: 112,
        render: ({ documents_approved, documents_needed }) => `${documents_approved} / ${documents_needed}`,
      },
      {
        key: 'due_on',
        kind: 'text',
        title: 'kyc.column.due_on',
        width: 116,
        render: ({ due_on }, { language }) => due_on && formatDay(due_on, language),
      },
      {
        key: 'due',
        kind: 'drawn',
        title: 'kyc.column.due',
        width: 170,
        hidden: true,
        render: ({ due }, text) => <StatusWord values={DUE} value={due} text={text} />,
      },
      {
        key: 'expires',
        kind: 'text',
        title: 'kyc.column.expires_on',
        width: 140,
        hidden: true,
        render: ({ expires_on }, { language }) => (expires_on ? formatDay(expires_on, language) : '—'),
      },
      { key: 'age_days', kind: 'text', title: 'kyc.column.age_days', width: 104, align: 'end', hidden: true },
      ...(staff
        ? ([
            {
              key: 'merchant_name',
              kind: 'text',
              title: 'kyc.column.merchant_name',
              width: 140,
              muted: true,
              leaves: 2,
            },
            {
              key: 'checks_clean',
              kind: 'drawn',
              title: 'kyc.column.checks',
              width: 150,
              render: checksText,
            },
            risk,
            {
              key: 'assignee',
              kind: 'drawn',
              title: 'kyc.column.assignee',
              width: 180,
              hidden: true,
              render: (row) => row.assignee,
            },
            {
              key: 'assigned',
              kind: 'drawn',
              title: 'kyc.column.assigned',
              width: 150,
              hidden: true,
              render: ({ assigned }, { t }) => assigned && wordOf(t, 'assigned', assigned),
            },
          ] satisfies Column<RequestRow>[])
        : []),
      { key: 'state', kind: 'status', title: 'kyc.column.state', width: 168 },
      { key: 'id', kind: 'id', title: 'kyc.column.id', width: 138, hidden: true },
    ],
    card: (row, text) => ({
      title: row.name,
      note: `${row.number} · ${row.reason}`,
      status: <StatusWord values={STATES} value={row.state} text={text} />,
      time: row.created_at && <DateTime at={row.created_at} />,
    }),
  })

const PROPOSALS = defineList<ProposalRow>({
  name: 'kyc.proposals',
  path: '/v1/kyc/proposals',
  rowKey: ({ id }) => id,
  order: { by: 'proposed_at', sort: 'desc' },
  status: { key: 'outcome', values: OUTCOMES },
  choices: [
    { key: 'decision', options: choices('decision', ['approve', 'reject']) },
    { key: 'risk', options: options(RISKS) },
    { key: 'attention', options: options(PROPOSED) },
    { key: 'turn', options: choices('turn', TURNS) },
  ],
  facets: '/v1/kyc/proposals/facets',
  tiles: {
    key: 'attention',
    values: [
      { value: 'overdue,waiting', label: 'kyc.proposed.waiting', tone: 'awaiting' },
      { value: 'overdue', label: 'kyc.proposed.overdue', tone: 'error' },
      { value: 'mine', label: 'kyc.turn.mine', tone: 'info', column: 'turn' },
      { value: 'returned_30d', label: 'kyc.proposed.returned_30d', tone: 'neutral' },
    ],
    label: 'kyc.column.attention',
    all: 'kyc.all',
  },
  views: 'kyc.proposals',
  search: 'kyc.search',
  href: ({ id }) => proposalPath(id),
  columns: [
    { key: 'number', kind: 'text', title: 'kyc.column.number', width: 112, locked: true },
    {
      key: 'proposed_at',
      kind: 'time',
      title: 'kyc.column.proposed_at',
      sortable: true,
      width: 132,
      muted: true,
      leaves: 2,
    },
    { key: 'name', kind: 'text', title: 'kyc.column.name' },
    { key: 'document', kind: 'document', title: 'kyc.column.document', width: 160, hidden: true },
    {
      key: 'merchant_name',
      kind: 'text',
      title: 'kyc.column.merchant_name',
      width: 140,
      muted: true,
      leaves: 1,
    },
    { key: 'reason', kind: 'text', title: 'kyc.column.reason', width: 160, leaves: 3 },
    {
      key: 'decision',
      kind: 'text',
      title: 'kyc.column.decision',
      width: 112,
      render: ({ decision }, { t }) => wordOf(t, 'decision', decision),
    },
    risk,
    { key: 'proposed_by', kind: 'text', title: 'kyc.column.proposed_by', width: 208 },
    {
      key: 'hits',
      kind: 'text',
      title: 'kyc.column.hits_decided',
      width: 120,
      align: 'end',
      render: ({ hits, hits_decided }) => (hits ? `${hits_decided} / ${hits}` : '—'),
    },
    {
      key: 'documents_approved',
      kind: 'text',
      title: 'kyc.column.documents',
      width: 112,
      align: 'end',
      hidden: true,
      render: ({ documents_approved, documents_needed }) => `${documents_approved} / ${documents_needed}`,
    },
    {
      key: 'waiting_days',
      kind: 'text',
      title: 'kyc.column.waiting_days',
      width: 112,
      align: 'end',
    },
    {
      key: 'due_on',
      kind: 'text',
      title: 'kyc.column.due_on',
      width: 116,
      render: ({ due_on }, { language }) => due_on && formatDay(due_on, language),
    },
    {
      key: 'attention',
      kind: 'drawn',
      title: 'kyc.column.attention',
      width: 150,
      hidden: true,
      render: ({ attention }, text) => <StatusWord values={PROPOSED} value={attention} text={text} />,
    },
    {
      key: 'turn',
      kind: 'text',
      title: 'kyc.column.turn',
      width: 150,
      hidden: true,
      render: ({ turn }, { t }) => wordOf(t, 'turn', turn),
    },
    { key: 'decided_by', kind: 'text', title: 'kyc.column.decided_by', width: 190, hidden: true },
    { key: 'decided_at', kind: 'time', title: 'kyc.column.decided_at', width: 132, hidden: true },
    { key: 'outcome', kind: 'status', title: 'kyc.column.outcome', width: 130 },
    { key: 'id', kind: 'id', title: 'kyc.column.id', width: 138, hidden: true },
  ],
  card: (row, text) => ({
    title: row.name,
    note: `${row.number} · ${wordOf(text.t, 'decision', row.decision)}`,
    status: <StatusWord values={OUTCOMES} value={row.outcome} text={text} />,
    time: row.proposed_at && <DateTime at={row.proposed_at} />,
  }),
})

/** The same with what one person approves at once. */
export const PROPOSALS_LIST = withBulk(PROPOSALS, [
  {
    name: 'kyc:proposal:confirm',
    words: 'kyc.bulk.confirm',
    permissions: MAY_APPROVE,
    house: true,
    takes: (row) =>
      row.outcome === 'waiting' &&
      row.turn === 'mine' &&
      row.decision === 'approve' &&
      row.risk === 'low' &&
      !row.superior &&
      !row.hits,
  },
])

export const REASONS_LIST = defineList<ReasonRow>({
  name: 'kyc.reasons',
  path: '/v1/kyc/reasons',
  rowKey: ({ id }) => id,
  order: { by: 'created_at', sort: 'desc' },
  choices: [{ key: 'on_expiry', options: choices('expiry', ['warn', 'stop_payouts', 'stop_all']) }],
  facets: '/v1/kyc/reasons/facets',
  views: 'kyc.reasons',
  search: 'kyc.search_reasons',
  href: ({ id }) => reasonPath(id),
  columns: [
    { key: 'name', kind: 'text', title: 'kyc.column.reason', locked: true },
    { key: 'version', kind: 'text', title: 'kyc.column.version', width: 90, align: 'end' },
    { key: 'time_validate_months', kind: 'text', title: 'kyc.column.months', width: 120, align: 'end' },
    { key: 'documents', kind: 'text', title: 'kyc.column.documents', width: 112, align: 'end' },
    {
      key: 'subject_types',
      kind: 'drawn',
      title: 'kyc.column.subject_type',
      width: 200,
      render: ({ subject_types }, { t }) =>
        subject_types.map((each) => wordOf(t, 'subject', each)).join(', '),
    },
    { key: 'dependent_reason', kind: 'text', title: 'kyc.column.parent', width: 170 },
    {
      key: 'on_expiry',
      kind: 'text',
      title: 'kyc.column.on_expiry',
      width: 150,
      render: ({ on_expiry }, { t }) => wordOf(t, 'expiry', on_expiry),
    },
    {
      key: 'active',
      kind: 'drawn',
      title: 'kyc.column.state',
      width: 110,
      render: ({ active }, { t }) => t(active ? 'kyc.reason.active' : 'kyc.reason.inactive'),
    },
    {
      key: 'created_at',
      kind: 'time',
      title: 'kyc.column.created_at',
      sortable: true,
      width: 132,
      hidden: true,
    },
  ],
  card: (row, { t }) => ({
    title: row.name ?? '',
    note: t('kyc.reason.documents', { count: row.documents ?? 0 }),
    time: row.created_at && <DateTime at={row.created_at} />,
  }),
})

export const RENEWALS_LIST = defineList<RenewalRow>({
  name: 'kyc.renewals',
  path: '/v1/kyc/renewals',
  rowKey: ({ id }) => id,
  order: { by: 'expires_on', sort: 'asc' },
  status: { key: 'within', values: WITHIN },
  facets: '/v1/kyc/renewals/facets',
  tiles: { key: 'within', values: WITHIN, label: 'kyc.column.expires_on', all: 'kyc.all' },
  views: 'kyc.renewals',
  search: 'kyc.search',
  href: ({ id, renewal_id }) => requestPath(renewal_id ?? id),
  columns: [
    { key: 'number', kind: 'text', title: 'kyc.column.number', width: 112, locked: true },
    { key: 'name', kind: 'text', title: 'kyc.column.name' },
    { key: 'document', kind: 'document', title: 'kyc.column.document', width: 160, leaves: 3 },
    {
      key: 'merchant_name',
      kind: 'text',
      title: 'kyc.column.merchant_name',
      width: 140,
      muted: true,
      leaves: 1,
    },
    { key: 'reason', kind: 'text', title: 'kyc.column.reason', width: 160, leaves: 4 },
    {
      key: 'expires_on',
      kind: 'text',
      title: 'kyc.column.expires_on',
      sortable: true,
      width: 116,
      render: ({ expires_on }, { language }) => expires_on && formatDay(expires_on, language),
    },
    {
      key: 'on_expiry',
      kind: 'text',
      title: 'kyc.column.on_expiry',
      width: 140,
      leaves: 2,
      render: ({ on_expiry }, { t }) => wordOf(t, 'expiry', on_expiry),
    },
    { key: 'renewal_number', kind: 'text', title: 'kyc.column.renewal', width: 112 },
    {
      key: 'renewal_state',
      kind: 'drawn',
      title: 'kyc.column.renewal_state',
      width: 168,
      render: ({ renewal_state }, text) =>
        renewal_state && <StatusWord values={STATES} value={renewal_state} text={text} />,
    },
    { key: 'within', kind: 'status', title: 'kyc.column.within', width: 156 },
  ],
  card: (row, text) => ({
    title: row.name ?? '',
    note: `${row.number} · ${row.reason}`,
    status: <StatusWord values={WITHIN} value={row.within} text={text} />,
  }),
})

export const leadsList = (staff: boolean) =>
  defineList<LeadRow>({
    name: staff ? 'kyc.leads.staff' : 'kyc.leads',
    path: '/v1/kyc/leads',
    rowKey: ({ id }) => id,
    order: { by: 'created_at', sort: 'desc' },
    period: 'created_at',
    status: { key: 'state', values: LEAD_STATES },
    choices: [
      { key: 'kind', options: choices('subject', SUBJECTS) },
      { key: 'source', options: choices('source', ['form', 'api', 'staff', 'bulk']) },
      ...(staff
        ? [
            { key: 'risk', options: options(RISKS) },
            { key: 'attention', options: options(ATTENTION) },
          ]
        : []),
    ],
    facets: '/v1/kyc/leads/facets',
    tiles: staff
      ? { key: 'attention', values: ATTENTION, label: 'kyc.column.attention', all: 'kyc.all' }
      : {
          key: 'state',
          values: LEAD_STATES.map((each) => ({ ...each, fleeting: true })),
          label: 'kyc.column.state',
          all: 'kyc.all',
        },
    views: 'kyc.leads',
    search: 'kyc.search_leads',
    href: ({ id }) => leadPath(id),
    columns: [
      {
        key: 'created_at',
        kind: 'time',
        title: 'kyc.column.created_at',
        sortable: true,
        width: 132,
        muted: true,
      },
      { key: 'name', kind: 'text', title: 'kyc.column.name', locked: true },
      { key: 'document', kind: 'document', title: 'kyc.column.document', width: 160 },
      {
        key: 'kind',
        kind: 'text',
        title: 'kyc.column.subject_type',
        width: 140,
        render: ({ kind }, { t }) => wordOf(t, 'subject', kind),
      },
      {
        key: 'source',
        kind: 'text',
        title: 'kyc.column.source',
        width: 100,
        muted: true,
        render: ({ source }, { t }) => wordOf(t, 'source', source),
      },
      {
        key: 'expires_on',
        kind: 'text',
        title: 'kyc.column.expires_on',
        width: 116,
        render: ({ expires_on }, { language }) => expires_on && formatDay(expires_on, language),
      },
      ...(staff
        ? ([
            {
              key: 'checks_clean',
              kind: 'drawn',
              title: 'kyc.column.checks',
              width: 150,
              render: checksText,
            },
            risk,
            {
              key: 'attention',
              kind: 'drawn',
              title: 'kyc.column.attention',
              width: 160,
              hidden: true,
              render: ({ attention }, text) =>
                attention && <StatusWord values={ATTENTION} value={attention} text={text} />,
            },
            {
              key: 'owner',
              kind: 'drawn',
              title: 'kyc.column.owner',
              width: 190,
              hidden: true,
              render: (row) => row.owner,
            },
            { key: 'merchant_name', kind: 'text', title: 'kyc.column.brought_by', width: 140, muted: true },
          ] satisfies Column<LeadRow>[])
        : []),
      { key: 'state', kind: 'status', title: 'kyc.column.state', width: 140 },
      { key: 'id', kind: 'id', title: 'kyc.column.id', width: 138, hidden: true },
    ],
    card: (row, text) => ({
      title: row.name,
      note: wordOf(text.t, 'subject', row.kind),
      status: <StatusWord values={LEAD_STATES} value={row.state} text={text} />,
      time: row.created_at && <DateTime at={row.created_at} />,
    }),
  })
