import { DateTime } from '../../kit/DateTime'
import { formatAmount, formatDocument } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { RECIPIENT_STATUSES, type RecipientRow, recipientPath } from './recipient'

/** With every merchant in sight, whose recipient it is stands in the list too. */
const recipients = (ofAll: boolean) =>
  defineList<RecipientRow>({
    name: ofAll ? 'payin.recipients.all' : 'payin.recipients',
    path: '/v1/payin/recipients',
    rowKey: ({ id }) => id,
    order: { by: 'created_at', sort: 'desc' },
    status: { key: 'status', values: RECIPIENT_STATUSES },
    facets: '/v1/payin/recipients/facets',
    views: 'payin.recipients',
    search: 'recipients.list.search',
    href: ({ id }) => recipientPath(id),
    columns: [
      { key: 'name', kind: 'text', title: 'recipients.column.name', sortable: true, locked: true },
      {
        key: 'company_name',
        kind: 'text',
        title: 'recipients.column.company_name',
        width: 180,
        hidden: !ofAll,
      },
      { key: 'document', kind: 'document', title: 'recipients.column.document', width: 166 },
      { key: 'status', kind: 'status', title: 'recipients.column.status', width: 136 },
      { key: 'received', kind: 'money', title: 'recipients.column.received', width: 150, currency: 'BRL' },
      { key: 'balance', kind: 'money', title: 'recipients.column.balance', width: 140, currency: 'BRL' },
      {
        key: 'on_hold',
        kind: 'money',
        title: 'recipients.column.on_hold',
        width: 140,
        currency: 'BRL',
        muted: true,
        hidden: true,
      },
      {
        key: 'created_at',
        kind: 'time',
        title: 'recipients.column.created_at',
        sortable: true,
        width: 136,
        muted: true,
      },
      { key: 'id', kind: 'id', title: 'recipients.column.id', width: 138, hidden: true },
    ],
    card: ({ name, document, company_name, balance, status, created_at }, text) => ({
      title: name ?? '—',
      note: ofAll ? company_name : document && formatDocument(document),
      amount: formatAmount(balance, text.language),
      status: <StatusWord values={RECIPIENT_STATUSES} value={status} text={text} />,
      time: <DateTime at={created_at ?? ''} />,
    }),
  })

export const RECIPIENTS = recipients(false)
export const RECIPIENTS_OF_ALL = recipients(true)
