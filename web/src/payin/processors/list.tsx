import { DateTime } from '../../kit/DateTime'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { milliseconds, PROCESSOR_STATUSES, type ProcessorRow, processorPath } from './processors'

/** The processors, in the order in which they get charges. */
export const PROCESSORS = defineList<ProcessorRow>({
  name: 'payin.processors',
  path: '/v1/payin/processors',
  rowKey: ({ id }) => id,
  order: { by: 'priority', sort: 'asc' },
  status: { key: 'status', values: PROCESSOR_STATUSES },
  facets: '/v1/payin/processors/facets',
  views: 'payin.processors',
  search: 'processors.list.search',
  href: ({ id }) => processorPath(id),
  columns: [
    { key: 'name', kind: 'text', title: 'processors.column.name', sortable: true, locked: true },
    { key: 'status', kind: 'status', title: 'processors.column.status', width: 146 },
    {
      key: 'priority',
      kind: 'text',
      title: 'processors.column.priority',
      width: 110,
      align: 'end',
      sortable: true,
    },
    { key: 'calls', kind: 'text', title: 'processors.column.calls', width: 110, align: 'end' },
    { key: 'failures', kind: 'text', title: 'processors.column.failures', width: 90, align: 'end' },
    {
      key: 'average_ms',
      kind: 'text',
      title: 'processors.column.average_ms',
      width: 116,
      align: 'end',
      render: ({ average_ms }) => milliseconds(average_ms),
    },
    {
      key: 'certificate_expires_at',
      kind: 'time',
      title: 'processors.column.certificate_expires_at',
      width: 128,
      muted: true,
    },
    { key: 'pix_key', kind: 'text', title: 'processors.column.pix_key', width: 204 },
    { key: 'base_url', kind: 'text', title: 'processors.column.base_url', width: 230, hidden: true },
    { key: 'tested_at', kind: 'time', title: 'processors.column.tested_at', width: 150, hidden: true },
    { key: 'test_error', kind: 'text', title: 'processors.column.test_error', width: 230, hidden: true },
    { key: 'created_at', kind: 'time', title: 'processors.column.created_at', width: 150, hidden: true },
  ],
  card: (processor, text) => ({
    title: processor.name,
    note: processor.pix_key,
    amount: <StatusWord values={PROCESSOR_STATUSES} value={processor.status} text={text} />,
    status: text.t('processors.card', {
      count: processor.calls ?? 0,
      average: milliseconds(processor.average_ms),
    }),
    time: processor.certificate_expires_at && (
      <DateTime at={processor.certificate_expires_at} year="always" />
    ),
  }),
})
