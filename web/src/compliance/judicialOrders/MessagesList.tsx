import type { Answer } from '../../app/api'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { DateTime } from '../../kit/DateTime'
import { StatusWord } from '../../kit/list/Cell'
import { defineList, type Status } from '../../kit/list/definition'
import { ResourceList } from '../../kit/list/ResourceList'
import { EmptyState } from '../../ui/EmptyState'
import { BlockTabs } from '../blockList/BlockTabs'
import { MESSAGES_PATH } from '../blockList/block'
import { MAY_READ, orderPath, wordOf } from './order'

type Row = Answer<'/v1/compliance/court-messages', 'get'>[number]

const STATES: readonly Status[] = [
  { value: 'registered', tone: 'success', label: 'judicialOrders.message.registered' },
  { value: 'waiting', tone: 'awaiting', label: 'judicialOrders.message.waiting' },
  { value: 'refused', tone: 'error', label: 'judicialOrders.message.refused' },
]
const PROBLEMS = ['forged', 'unreadable', 'changed', 'invalid', 'no_viewers'] as const

const MESSAGES = defineList<Row>({
  name: 'compliance.court_messages',
  path: '/v1/compliance/court-messages',
  rowKey: ({ id }) => id,
  order: { by: 'received_at', sort: 'desc' },
  status: { key: 'status', values: STATES },
  choices: [
    {
      key: 'problem',
      options: PROBLEMS.map((value) => ({ value, label: `judicialOrders.problem.${value}` })),
    },
  ],
  facets: '/v1/compliance/court-messages/facets',
  tiles: {
    key: 'status',
    values: STATES.map(({ value, label, tone }) => ({ value, label, tone })),
    label: 'judicialOrders.messages.tiles',
    all: 'judicialOrders.messages.all',
  },
  views: 'compliance.court_messages',
  search: 'judicialOrders.messages.search',
  href: ({ order_id }) => (order_id ? orderPath(order_id) : MESSAGES_PATH),
  columns: [
    {
      key: 'received_at',
      kind: 'time',
      title: 'judicialOrders.column.received_at',
      width: 150,
      sortable: true,
      locked: true,
    },
    { key: 'protocol', kind: 'text', title: 'judicialOrders.column.protocol', width: 180 },
    { key: 'status', kind: 'status', title: 'judicialOrders.column.status', width: 130 },
    {
      key: 'problem',
      kind: 'text',
      title: 'judicialOrders.column.problem',
      render: ({ problem }, { t }) => (problem ? wordOf(t, 'problem', problem) : '—'),
    },
    { key: 'receipt', kind: 'text', title: 'judicialOrders.column.receipt', width: 220 },
    { key: 'answered_at', kind: 'time', title: 'judicialOrders.column.answered_at', width: 150, muted: true },
    { key: 'tries', kind: 'text', title: 'judicialOrders.column.tries', width: 100, hidden: true },
    { key: 'last_error', kind: 'text', title: 'judicialOrders.column.last_error', hidden: true },
    { key: 'id', kind: 'id', title: 'judicialOrders.column.id', width: 138, hidden: true },
  ],
  card: ({ protocol, problem, status, received_at }, text) => ({
    title: protocol ?? (problem ? wordOf(text.t, 'problem', problem) : '—'),
    status: <StatusWord values={STATES} value={status} text={text} />,
    time: <DateTime at={received_at ?? ''} />,
  }),
})

/** Messages in which courts' orders come, beside the orders themselves. */
export function MessagesList() {
  const t = useT('common', 'kit', 'blockList', 'judicialOrders')
  if (!may(MAY_READ)) {
    return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
  }
  return (
    <ResourceList
      list={MESSAGES}
      title={t('blockList.title')}
      caption={t('judicialOrders.messages.caption')}
      tabs={<BlockTabs />}
    />
  )
}
