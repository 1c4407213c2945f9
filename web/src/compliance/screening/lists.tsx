import { withBulk } from '../../kit/bulk/BulkCommands'
import { DateTime } from '../../kit/DateTime'
import { formatDay, formatMoney, formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { Badge } from '../../ui/Badge'
import { PairActs } from './PairActs'
import {
  ASSIGNED,
  CHECK_STATUSES,
  CHECKS_PATH,
  type CheckRow,
  checkPath,
  FILE_STATUSES,
  type FileRow,
  HIT_STATUSES,
  type HitRow,
  hitPath,
  KINDS,
  type ListRow,
  type LookRow,
  listPath,
  MAY_WRITE,
  OUTCOMES,
  PAIR_STATUSES,
  type PairRow,
  PURPOSES,
  wordOf,
} from './screening'

const purposes = PURPOSES.map((value) => ({ value, label: `screening.purpose.${value}` }))
const kinds = KINDS.map((value) => ({ value, label: `screening.kind.${value}` }))

/** Who was checked, by whom, and for what. */
export const CHECKS = defineList<CheckRow>({
  name: 'compliance.checks',
  path: '/v1/compliance/checks',
  rowKey: ({ id }) => id,
  order: { by: 'asked_at', sort: 'desc' },
  period: 'asked_at',
  status: { key: 'status', values: CHECK_STATUSES },
  choices: [
    { key: 'outcome', options: OUTCOMES.map(({ value, label }) => ({ value, label })) },
    { key: 'purpose', options: purposes },
  ],
  facets: '/v1/compliance/checks/facets',
  views: 'compliance.checks',
  search: 'screening.search.checks',
  href: ({ id }) => checkPath(id),
  columns: [
    {
      key: 'asked_at',
      kind: 'time',
      title: 'screening.column.asked_at',
      sortable: true,
      width: 136,
      locked: true,
    },
    { key: 'document', kind: 'document', title: 'screening.column.document', width: 168 },
    { key: 'name', kind: 'text', title: 'screening.column.name' },
    {
      key: 'purpose',
      kind: 'text',
      title: 'screening.column.purpose',
      width: 150,
      render: ({ purpose }, { t }) => wordOf(t, 'purpose', purpose),
    },
    { key: 'status', kind: 'status', title: 'screening.column.status', width: 118 },
    {
      key: 'outcome',
      kind: 'text',
      title: 'screening.column.outcome',
      width: 134,
      render: ({ outcome }, text) =>
        outcome ? <StatusWord values={OUTCOMES} value={outcome} text={text} /> : '—',
    },
    { key: 'hits', kind: 'text', title: 'screening.column.hits', width: 76, align: 'end' },
    { key: 'cost', kind: 'money', title: 'screening.column.cost', width: 96, currency: 'BRL' },
    { key: 'asked_by', kind: 'text', title: 'screening.column.asked_by', width: 196, muted: true },
    { key: 'line', kind: 'text', title: 'screening.column.line', width: 80, align: 'end', hidden: true },
    { key: 'done_at', kind: 'time', title: 'screening.column.done_at', width: 136, hidden: true },
    { key: 'id', kind: 'id', title: 'screening.column.id', width: 138, hidden: true },
  ],
  card: ({ name, document, status, outcome, cost, asked_at }, text) => ({
    title: name ?? document ?? '—',
    note: document ?? '',
    amount: cost && formatMoney(cost, text.language),
    status: outcome ? (
      <StatusWord values={OUTCOMES} value={outcome} text={text} />
    ) : (
      <StatusWord values={CHECK_STATUSES} value={status} text={text} />
    ),
    time: <DateTime at={asked_at ?? ''} />,
  }),
})

/** Who is like an entry of a list. */
export const HITS = withBulk(
  defineList<HitRow>({
    name: 'compliance.hits',
    path: '/v1/compliance/hits',
    rowKey: ({ id }) => id,
    order: { by: 'found_at', sort: 'desc' },
    period: 'found_at',
    status: { key: 'status', values: HIT_STATUSES },
    choices: [
      { key: 'kind', options: kinds },
      {
        key: 'assigned',
        options: ASSIGNED.map((value) => ({ value, label: `screening.assigned.${value}` })),
      },
      {
        key: 'source',
        options: ['company', 'payee', 'kyc', 'check'].map((value) => ({
          value,
          label: `screening.source.${value}`,
        })),
      },
    ],
    facets: '/v1/compliance/hits/facets',
    tiles: {
      key: 'status',
      values: HIT_STATUSES.map(({ value, label, tone }) => ({ value, label, tone })),
      label: 'screening.tiles.hits',
      all: 'screening.tiles.all_hits',
    },
    views: 'compliance.hits',
    search: 'screening.search.hits',
    href: ({ id }) => hitPath(id),
    columns: [
      { key: 'subject', kind: 'text', title: 'screening.column.subject', locked: true },
      { key: 'listed', kind: 'text', title: 'screening.column.listed' },
      {
        key: 'score',
        kind: 'text',
        title: 'screening.column.score',
        sortable: true,
        width: 92,
        align: 'end',
        render: ({ score }) => `${score}%`,
      },
      { key: 'list', kind: 'text', title: 'screening.column.list', width: 180, muted: true },
      {
        key: 'kind',
        kind: 'text',
        title: 'screening.column.kind',
        width: 128,
        render: ({ kind }, { t }) => wordOf(t, 'kind', kind),
      },
      { key: 'status', kind: 'status', title: 'screening.column.status', width: 132 },
      {
        key: 'found_at',
        kind: 'time',
        title: 'screening.column.found_at',
        sortable: true,
        width: 136,
        muted: true,
      },
      {
        key: 'assigned',
        kind: 'text',
        title: 'screening.column.assigned',
        width: 150,
        leaves: 2,
        render: ({ assigned }, { t }) => (assigned ? wordOf(t, 'assigned', assigned) : '—'),
      },
      { key: 'assignee', kind: 'text', title: 'screening.column.assignee', width: 196, hidden: true },
      {
        key: 'age_days',
        kind: 'text',
        title: 'screening.column.age_days',
        width: 104,
        align: 'end',
        leaves: 1,
      },
      { key: 'document', kind: 'document', title: 'screening.column.document', width: 168, hidden: true },
      {
        key: 'source',
        kind: 'text',
        title: 'screening.column.source',
        width: 120,
        hidden: true,
        render: ({ source }, { t }) => wordOf(t, 'source', source),
      },
      {
        key: 'version',
        kind: 'text',
        title: 'screening.column.version',
        width: 90,
        align: 'end',
        hidden: true,
      },
      {
        key: 'reason',
        kind: 'text',
        title: 'screening.column.reason',
        width: 150,
        hidden: true,
        render: ({ reason }, { t }) => (reason ? wordOf(t, 'why', reason) : '—'),
      },
      { key: 'decided_by', kind: 'text', title: 'screening.column.decided_by', width: 196, hidden: true },
      { key: 'decided_at', kind: 'time', title: 'screening.column.decided_at', width: 136, hidden: true },
      { key: 'id', kind: 'id', title: 'screening.column.id', width: 138, hidden: true },
    ],
    card: ({ subject, listed, score, status, found_at }, text) => ({
      title: subject ?? '—',
      note: `${listed} · ${score}%`,
      status: <StatusWord values={HIT_STATUSES} value={status} text={text} />,
      time: <DateTime at={found_at ?? ''} />,
    }),
  }),
  [
    {
      name: 'compliance:hit:assign',
      words: 'screening.bulk.take',
      permissions: MAY_WRITE,
      house: true,
      input: { email: null },
      takes: ({ status }) => status === 'pending',
    },
    {
      name: 'compliance:hit:decide',
      words: 'screening.bulk.decide',
      permissions: MAY_WRITE,
      house: true,
      input: { decision: 'not_the_one', why: 'homonym' },
      asks: 'comment',
      takes: ({ status }) => status === 'pending',
    },
  ],
)

/** The lists themselves, with how old what they say is. */
export const LISTS = defineList<ListRow>({
  name: 'compliance.lists',
  path: '/v1/compliance/lists',
  rowKey: ({ id }) => id,
  order: { by: 'name', sort: 'asc' },
  choices: [{ key: 'kind', options: kinds }],
  facets: '/v1/compliance/lists/facets',
  views: 'compliance.lists',
  search: 'screening.search.lists',
  href: ({ id }) => listPath(id),
  columns: [
    { key: 'name', kind: 'text', title: 'screening.column.list', sortable: true, locked: true },
    {
      key: 'kind',
      kind: 'text',
      title: 'screening.column.kind',
      width: 140,
      render: ({ kind }, { t }) => wordOf(t, 'kind', kind),
    },
    {
      key: 'number',
      kind: 'text',
      title: 'screening.column.version',
      width: 92,
      align: 'end',
      // A list that was never read has no version yet.
      render: ({ number }) => number || '—',
    },
    {
      key: 'entries',
      kind: 'text',
      title: 'screening.column.entries',
      width: 112,
      align: 'end',
      render: ({ entries }, { language }) => formatNumber(entries ?? 0, language),
    },
    { key: 'checked_at', kind: 'time', title: 'screening.column.checked_at', width: 150 },
    {
      key: 'stale',
      kind: 'drawn',
      title: 'screening.column.age',
      width: 150,
      render: ({ stale, number }, { t }) => (
        <Badge tone={stale ? 'error' : 'success'}>
          {t(number ? (stale ? 'screening.age.old' : 'screening.age.fresh') : 'screening.age.never')}
        </Badge>
      ),
    },
    {
      key: 'max_age_days',
      kind: 'text',
      title: 'screening.column.max_age_days',
      width: 110,
      align: 'end',
      muted: true,
    },
    {
      key: 'threshold',
      kind: 'text',
      title: 'screening.column.threshold',
      width: 104,
      align: 'end',
      muted: true,
      render: ({ threshold }) => `${threshold}%`,
    },
    { key: 'source_url', kind: 'text', title: 'screening.column.source_url', width: 260, hidden: true },
    { key: 'licence', kind: 'text', title: 'screening.column.licence', width: 260, hidden: true },
  ],
  card: ({ name, kind, stale, number, checked_at }, { t }) => ({
    title: name ?? '—',
    note: wordOf(t, 'kind', kind),
    status: (
      <Badge tone={stale ? 'error' : 'success'}>
        {t(number ? (stale ? 'screening.age.old' : 'screening.age.fresh') : 'screening.age.never')}
      </Badge>
    ),
    time: checked_at && <DateTime at={checked_at} />,
  }),
})

/** Pairs that are no hit for a while. */
export const PAIRS = defineList<PairRow>({
  name: 'compliance.whitelist',
  path: '/v1/compliance/whitelist',
  rowKey: ({ id }) => id,
  order: { by: 'created_at', sort: 'desc' },
  status: { key: 'status', values: PAIR_STATUSES },
  facets: '/v1/compliance/whitelist/facets',
  views: 'compliance.whitelist',
  search: 'screening.search.pairs',
  // Whoever agrees looks at both side by side first.
  href: ({ hit_id }) => hitPath(hit_id ?? ''),
  actions: { width: 212, render: (pair) => <PairActs pair={pair} /> },
  columns: [
    { key: 'shown', kind: 'text', title: 'screening.column.subject', locked: true },
    { key: 'listed', kind: 'text', title: 'screening.column.listed' },
    { key: 'list', kind: 'text', title: 'screening.column.list', width: 170, muted: true },
    { key: 'status', kind: 'status', title: 'screening.column.status', width: 112 },
    {
      key: 'expires_on',
      kind: 'text',
      title: 'screening.column.expires_on',
      width: 116,
      render: ({ expires_on }, { language }) => (expires_on ? formatDay(expires_on, language) : '—'),
    },
    { key: 'created_by', kind: 'text', title: 'screening.column.created_by', width: 196, muted: true },
    {
      key: 'reason',
      kind: 'text',
      title: 'screening.column.reason',
      width: 150,
      render: ({ reason }, { t }) => wordOf(t, 'why', reason ?? ''),
    },
    { key: 'comment', kind: 'text', title: 'screening.column.comment', width: 220, hidden: true },
    {
      key: 'created_at',
      kind: 'time',
      title: 'screening.column.created_at',
      sortable: true,
      width: 136,
      hidden: true,
    },
    { key: 'decided_by', kind: 'text', title: 'screening.column.decided_by', width: 196, muted: true },
    { key: 'decided_at', kind: 'time', title: 'screening.column.decided_at', width: 136, hidden: true },
    {
      key: 'decision_reason',
      kind: 'text',
      title: 'screening.column.decision_reason',
      width: 196,
      hidden: true,
    },
    { key: 'ended_by', kind: 'text', title: 'screening.column.ended_by', width: 196, hidden: true },
    { key: 'end_reason', kind: 'text', title: 'screening.column.end_reason', width: 196, hidden: true },
    { key: 'id', kind: 'id', title: 'screening.column.id', width: 138, hidden: true },
  ],
  card: ({ shown, listed, status, created_at }, text) => ({
    title: shown ?? '—',
    note: listed ?? '',
    status: <StatusWord values={PAIR_STATUSES} value={status} text={text} />,
    time: <DateTime at={created_at ?? ''} />,
  }),
})

/** Files of documents that are checked one by one. */
export const FILES = defineList<FileRow>({
  name: 'compliance.check_files',
  path: '/v1/compliance/check-files',
  rowKey: ({ id }) => id,
  order: { by: 'created_at', sort: 'desc' },
  status: { key: 'status', values: FILE_STATUSES },
  choices: [{ key: 'purpose', options: purposes }],
  facets: '/v1/compliance/check-files/facets',
  views: 'compliance.check_files',
  search: 'screening.search.files',
  href: ({ id }) => `${CHECKS_PATH}?file_id=${id}`,
  columns: [
    { key: 'name', kind: 'text', title: 'screening.column.file', locked: true },
    {
      key: 'purpose',
      kind: 'text',
      title: 'screening.column.purpose',
      width: 150,
      render: ({ purpose }, { t }) => wordOf(t, 'purpose', purpose),
    },
    { key: 'status', kind: 'status', title: 'screening.column.status', width: 124 },
    { key: 'rows', kind: 'text', title: 'screening.column.rows', width: 84, align: 'end' },
    { key: 'done', kind: 'text', title: 'screening.column.done', width: 84, align: 'end' },
    { key: 'clear', kind: 'text', title: 'screening.column.clear', width: 84, align: 'end' },
    { key: 'with_hits', kind: 'text', title: 'screening.column.with_hits', width: 96, align: 'end' },
    { key: 'mismatches', kind: 'text', title: 'screening.column.mismatches', width: 104, align: 'end' },
    { key: 'errors', kind: 'text', title: 'screening.column.errors', width: 80, align: 'end' },
    { key: 'refused', kind: 'text', title: 'screening.column.refused', width: 98, align: 'end' },
    {
      key: 'problem',
      kind: 'text',
      title: 'screening.column.problem',
      width: 180,
      hidden: true,
      render: ({ problem }, { t }) => (problem ? wordOf(t, 'problem', problem) : '—'),
    },
    {
      key: 'created_at',
      kind: 'time',
      title: 'screening.column.created_at',
      sortable: true,
      width: 136,
      muted: true,
    },
    { key: 'created_by', kind: 'text', title: 'screening.column.created_by', width: 196, hidden: true },
    { key: 'id', kind: 'id', title: 'screening.column.id', width: 138, hidden: true },
  ],
  card: ({ name, status, purpose, created_at }, text) => ({
    title: name ?? '—',
    note: wordOf(text.t, 'purpose', purpose),
    status: <StatusWord values={FILE_STATUSES} value={status} text={text} />,
    time: <DateTime at={created_at ?? ''} />,
  }),
})

const REVIEW = [
  { value: 'to_review', tone: 'atention', label: 'screening.look_state.to_review' },
  { value: 'in_task', tone: 'success', label: 'screening.look_state.in_task' },
] as const

/** Who of the staff looked at whom, a row for each person and day. */
export const LOOKS = defineList<LookRow>({
  name: 'compliance.looks',
  path: '/v1/compliance/looks',
  rowKey: ({ id }) => id ?? '',
  order: { by: 'last_at', sort: 'desc' },
  status: { key: 'state', values: REVIEW },
  facets: '/v1/compliance/looks/facets',
  views: 'compliance.looks',
  search: 'screening.search.looks',
  columns: [
    {
      key: 'day',
      kind: 'text',
      title: 'screening.column.day',
      width: 120,
      locked: true,
      render: ({ day }, { language }) => (day ? formatDay(day, language) : '—'),
    },
    { key: 'person', kind: 'text', title: 'screening.column.person' },
    { key: 'looks', kind: 'text', title: 'screening.column.looks', width: 110, align: 'end', sortable: true },
    { key: 'subjects', kind: 'text', title: 'screening.column.subjects', width: 110, align: 'end' },
    { key: 'checks', kind: 'text', title: 'screening.column.checks', width: 140, align: 'end' },
    {
      key: 'unassigned',
      kind: 'text',
      title: 'screening.column.unassigned',
      width: 130,
      align: 'end',
      sortable: true,
    },
    { key: 'state', kind: 'status', title: 'screening.column.state', width: 130 },
    { key: 'last_at', kind: 'time', title: 'screening.column.last_at', width: 136, sortable: true },
  ],
  card: ({ person, day, looks, state, last_at }, text) => ({
    title: person ?? '—',
    note: `${day ? formatDay(day, text.language) : '—'} · ${looks}`,
    status: <StatusWord values={REVIEW} value={state} text={text} />,
    time: <DateTime at={last_at ?? ''} />,
  }),
})
