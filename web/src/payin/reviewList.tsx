import { Link } from '@tanstack/react-router'
import { DateTime } from '../kit/DateTime'
import { formatAmount, formatDocument } from '../kit/format'
import { defineList } from '../kit/list/definition'
import { Badge } from '../ui/Badge'
import { REVIEW_REASONS, type ReviewRow, recordPath, wordOf } from './charge'
import { Decide } from './Decide'

/** With every merchant in sight, whose payment it is stands in the list too. */
const reviews = (ofAll: boolean) =>
  defineList<ReviewRow>({
    name: ofAll ? 'payin.reviews.all' : 'payin.reviews',
    path: '/v1/payin/reviews',
    rowKey: ({ end_to_end_id }) => end_to_end_id ?? '',
    order: { by: 'received_at', sort: 'desc' },
    search: 'payin.reviews.search',
    choices: [{ key: 'review_reason', options: REVIEW_REASONS }],
    facets: '/v1/payin/reviews/facets',
    tiles: {
      key: 'review_reason',
      values: REVIEW_REASONS,
      label: 'payin.tiles.reasons',
      all: 'payin.tiles.all_reviews',
    },
    views: 'payin.reviews',
    columns: [
      {
        key: 'received_at',
        kind: 'time',
        title: 'payin.column.received_at',
        sortable: true,
        width: 136,
        muted: true,
        locked: true,
      },
      { key: 'company_name', kind: 'text', title: 'payin.column.company_name', width: 180, hidden: !ofAll },
      { key: 'end_to_end_id', kind: 'id', title: 'payin.column.end_to_end_id', width: 138, hidden: ofAll },
      { key: 'payer_name', kind: 'text', title: 'payin.column.payer_name' },
      {
        key: 'payer_document',
        kind: 'document',
        title: 'payin.column.payer_document',
        width: 160,
        hidden: true,
      },
      {
        key: 'review_reason',
        kind: 'text',
        title: 'payin.column.review_reason',
        width: 200,
        render: ({ review_reason }, { t }) => (
          <Badge tone="atention" dot>
            {wordOf(t, 'review_reason', review_reason)}
          </Badge>
        ),
      },
      {
        key: 'charge_id',
        kind: 'id',
        title: 'payin.column.charge_id',
        width: 120,
        render: ({ charge_id }, { t }) =>
          charge_id ? <Link to={recordPath(charge_id)}>{t('payin.reviews.to_charge')}</Link> : '—',
      },
      { key: 'txid', kind: 'id', title: 'payin.column.txid', width: 138, hidden: true },
      { key: 'paid_at', kind: 'time', title: 'payin.column.paid_at', width: 140, muted: true, hidden: true },
      { key: 'amount', kind: 'money', title: 'payin.column.amount', width: 130, currency: 'BRL' },
      {
        key: 'expected',
        kind: 'money',
        title: 'payin.column.expected',
        width: 130,
        currency: 'BRL',
        muted: true,
        leaves: 1,
        summed: false,
      },
      { key: 'company_id', kind: 'text', title: 'payin.column.company_id', width: 120, hidden: true },
    ],
    actions: { width: 210, render: (row) => <Decide review={row} /> },
    card: ({ payer_name, payer_document, company_name, amount, review_reason, received_at }, text) => ({
      title: payer_name ?? wordOf(text.t, 'list', 'no_payer'),
      note: ofAll ? company_name : payer_document && formatDocument(payer_document),
      amount: formatAmount(amount, text.language),
      status: (
        <Badge tone="atention" dot>
          {wordOf(text.t, 'review_reason', review_reason)}
        </Badge>
      ),
      time: received_at && <DateTime at={received_at} />,
    }),
  })

export const REVIEWS = reviews(false)
export const REVIEWS_OF_ALL = reviews(true)
