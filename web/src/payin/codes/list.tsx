import { DateTime } from '../../kit/DateTime'
import { formatAmount } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { defineList, type Text } from '../../kit/list/definition'
import { wordOf } from '../charge'
import { CODE_STATUSES, type CodeRow, codePath } from './code'

const asks = (amount: CodeRow['amount'], { t, language }: Text) =>
  amount ? formatAmount(amount, language) : wordOf(t, 'codes', 'any_amount')

/** With every merchant in sight, whose code it is stands in the list too. */
const codes = (ofAll: boolean) =>
  defineList<CodeRow>({
    name: ofAll ? 'payin.codes.all' : 'payin.codes',
    path: '/v1/payin/codes',
    rowKey: ({ id }) => id,
    order: { by: 'created_at', sort: 'desc' },
    status: { key: 'status', values: CODE_STATUSES },
    facets: '/v1/payin/codes/facets',
    views: 'payin.codes',
    search: 'payin.codes.search',
    href: ({ id }) => codePath(id),
    columns: [
      {
        key: 'created_at',
        kind: 'time',
        title: 'payin.codes.created_at',
        sortable: true,
        width: 136,
        muted: true,
      },
      { key: 'company_name', kind: 'text', title: 'payin.column.company_name', width: 180, hidden: !ofAll },
      { key: 'name', kind: 'text', title: 'payin.codes.name', sortable: true, locked: true },
      { key: 'status', kind: 'status', title: 'payin.column.status', width: 136 },
      {
        key: 'amount',
        kind: 'money',
        summed: false,
        title: 'payin.column.amount',
        width: 130,
        currency: 'BRL',
        render: ({ amount }, text) => asks(amount, text),
      },
      { key: 'payments', kind: 'text', title: 'payin.codes.payments', width: 110, align: 'end' },
      { key: 'received', kind: 'money', title: 'payin.sum.received', width: 140, currency: 'BRL' },
      { key: 'message', kind: 'text', title: 'payin.column.description', width: 180, hidden: true },
      { key: 'txid', kind: 'id', title: 'payin.column.txid', width: 138, hidden: true },
    ],
    card: ({ name, company_name, txid, amount, status, created_at }, text) => ({
      title: name,
      note: ofAll ? company_name : txid,
      amount: asks(amount, text),
      status: <StatusWord values={CODE_STATUSES} value={status} text={text} />,
      time: <DateTime at={created_at ?? ''} />,
    }),
  })

export const CODES = codes(false)
export const CODES_OF_ALL = codes(true)
