import { CopyText } from '../kit/CopyText'
import { DateTime } from '../kit/DateTime'
import { StatusWord } from '../kit/list/Cell'
import { defineList } from '../kit/list/definition'
import { numberOf } from '../kit/record/objectPath'
import { actionOf, actorOf, entryPath, wordOf } from '../kit/record/trailWords'
import { ACTIVITY_STATUSES, type ActivityRow, DOER_CHOICES, OBJECT_CHOICES } from './audit'

/** What was done; with every merchant in sight, whose it is stands there too. */
export const activity = (ofAll: boolean) =>
  defineList<ActivityRow>({
    name: ofAll ? 'audit.activity.all' : 'audit.activity',
    path: '/v1/audit/activity',
    rowKey: ({ index }) => String(index),
    order: { by: 'at', sort: 'desc' },
    period: 'at',
    status: { key: 'status', values: ACTIVITY_STATUSES },
    facets: '/v1/audit/activity/facets',
    views: 'audit.activity',
    search: 'audit.search',
    choices: [
      { key: 'doer', options: DOER_CHOICES },
      { key: 'object', options: OBJECT_CHOICES },
    ],
    href: ({ index }) => entryPath(index ?? ''),
    columns: [
      {
        key: 'at',
        kind: 'time',
        title: 'audit.column.at',
        sortable: true,
        width: 156,
        render: ({ at }) => <DateTime at={at ?? ''} time="seconds" />,
        muted: true,
        locked: true,
      },
      {
        key: 'name',
        kind: 'text',
        title: 'audit.column.name',
        sortable: true,
        locked: true,
        render: ({ name }, { t }) => actionOf(t, name ?? ''),
      },
      {
        key: 'actor',
        kind: 'text',
        title: 'audit.column.actor',
        sortable: true,
        width: 220,
        render: ({ actor }, { t }) => actorOf(t, actor ?? ''),
      },
      {
        key: 'doer',
        kind: 'text',
        title: 'audit.column.doer',
        width: 120,
        muted: true,
        hidden: ofAll,
        render: ({ doer }, { t }) => wordOf(t, 'doer', doer),
      },
      { key: 'company_name', kind: 'text', title: 'audit.column.company_name', width: 196, hidden: !ofAll },
      { key: 'status', kind: 'status', title: 'audit.column.status', width: 120 },
      {
        key: 'object',
        kind: 'text',
        title: 'audit.column.object',
        width: 120,
        hidden: true,
        render: ({ object }, { t }) => wordOf(t, 'object', object ?? ''),
      },
      {
        key: 'subject_id',
        kind: 'id',
        title: 'audit.column.subject_id',
        width: 138,
        render: ({ subject_id }) => {
          const number = numberOf(subject_id ?? '')
          return number ? `#${number}` : <CopyText text={subject_id ?? ''} short />
        },
      },
      { key: 'person_id', kind: 'id', title: 'audit.column.person_id', width: 138, hidden: true },
      { key: 'index', kind: 'text', title: 'audit.column.index', width: 100, muted: true, hidden: true },
    ],
    card: ({ name, actor, company_name, status, at }, text) => ({
      title: actionOf(text.t, name ?? ''),
      note: [actorOf(text.t, actor ?? ''), ofAll && company_name].filter(Boolean).join(' · '),
      status: <StatusWord values={ACTIVITY_STATUSES} value={status} text={text} />,
      time: at && <DateTime at={at} />,
    }),
  })
