import type { Answer } from '../../app/api'
import { useT } from '../../app/i18n'
import { DateTime } from '../../kit/DateTime'
import { formatAmount } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { defineList, type Status } from '../../kit/list/definition'
import { ResourceList } from '../../kit/list/ResourceList'
import { paymentFilePath } from '../return-file/file'

type Row = Answer<'/v1/payouts/reprocessing', 'get'>[number]

const KINDS: readonly Status[] = [
  { value: 'status_asked', tone: 'info', label: 'payoutFiles.kind.status_asked' },
  { value: 'new_order', tone: 'atention', label: 'payoutFiles.kind.new_order' },
  { value: 'rerouted', tone: 'atention', label: 'payoutFiles.kind.rerouted' },
  { value: 'line_resent', tone: 'atention', label: 'payoutFiles.kind.line_resent' },
  { value: 'file_read_again', tone: 'neutral', label: 'payoutFiles.kind.file_read_again' },
]

const REPROCESSING = defineList<Row>({
  name: 'payouts.reprocessing',
  path: '/v1/payouts/reprocessing',
  rowKey: ({ id }) => id ?? '',
  order: { by: 'at', sort: 'desc' },
  period: 'at',
  status: { key: 'kind', values: KINDS },
  facets: '/v1/payouts/reprocessing/facets',
  tiles: { key: 'kind', values: KINDS, label: 'payoutFiles.reprocessing.tiles', all: 'payoutFiles.all' },
  views: 'payouts.reprocessing',
  search: 'payoutFiles.reprocessing.search',
  href: ({ file_id, payout_id }) =>
    file_id ? paymentFilePath('preview', file_id) : `/dashboard/payouts/payments/${payout_id}`,
  columns: [
    {
      key: 'at',
      kind: 'time',
      title: 'payoutFiles.column.at',
      sortable: true,
      width: 136,
      muted: true,
      locked: true,
    },
    { key: 'kind', kind: 'status', title: 'payoutFiles.column.kind', width: 180 },
    {
      key: 'holder_name',
      kind: 'text',
      title: 'payoutFiles.column.payment',
      render: ({ holder_name, file_name }) => holder_name ?? file_name ?? '—',
    },
    { key: 'amount', kind: 'money', title: 'returns.column.moved', width: 130, currency: 'BRL' },
    { key: 'attempt', kind: 'text', title: 'payoutFiles.column.attempt', width: 100, align: 'end' },
    { key: 'actor', kind: 'text', title: 'payoutFiles.column.who', width: 216 },
    { key: 'reason', kind: 'text', title: 'payoutFiles.column.why', width: 200 },
    {
      key: 'state_after',
      kind: 'text',
      title: 'payoutFiles.column.result',
      width: 190,
      render: ({ kind, state_before, state_after }, { t }) =>
        kind === 'file_read_again'
          ? `${state_before} → ${state_after}`
          : t('payoutFiles.from_to', {
              from: t(`payoutFiles.order_state.${state_before}`),
              to: t(`payoutFiles.order_state.${state_after}`),
            }),
    },
    {
      key: 'money_moved',
      kind: 'drawn',
      title: 'payoutFiles.column.money_moved',
      width: 120,
      render: ({ money_moved }, { t }) => t(money_moved ? 'payoutFiles.yes' : 'payoutFiles.no'),
    },
    { key: 'code', kind: 'text', title: 'payoutFiles.column.code', width: 100, hidden: true },
    {
      key: 'processor_before',
      kind: 'drawn',
      render: ({ processor_before }) => processor_before ?? '—',
      title: 'payoutFiles.column.processor_before',
      width: 170,
      hidden: true,
    },
    {
      key: 'processor_after',
      kind: 'drawn',
      render: ({ processor_after }) => processor_after ?? '—',
      title: 'payoutFiles.column.processor',
      width: 170,
      hidden: true,
    },
    { key: 'company_name', kind: 'text', title: 'returns.column.company_name', width: 160, hidden: true },
    { key: 'payout_id', kind: 'id', title: 'payoutFiles.column.payout_id', width: 138, hidden: true },
  ],
  card: ({ holder_name, file_name, kind, actor, amount, at }, text) => ({
    title: holder_name ?? file_name ?? '',
    note: actor ?? '',
    amount: amount && formatAmount(amount, text.language),
    status: <StatusWord values={KINDS} value={kind} text={text} />,
    time: <DateTime at={at ?? ''} />,
  }),
})

/** What was sent or read again: by whom, why, and what came of it. */
export function ReprocessingList() {
  const t = useT('kit', 'returns', 'payoutFiles')
  return <ResourceList list={REPROCESSING} title={t('payoutFiles.reprocessing.title')} />
}
