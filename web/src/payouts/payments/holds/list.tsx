import { withBulk } from '../../../kit/bulk/BulkCommands'
import type { BulkCommand } from '../../../kit/bulk/bulkCommand'
import { DateTime } from '../../../kit/DateTime'
import { formatAmount } from '../../../kit/format'
import { defineList } from '../../../kit/list/definition'
import { numberOf } from '../../../kit/place/words'
import { Badge } from '../../../ui/Badge'
import { HOLD_REASONS, type HoldRow, MAY_AGREE, MAY_DECIDE, paymentPath, wordOf } from '../payment'
import { Decide } from './Decide'
import { HoldClock } from './HoldClock'

/** With every merchant in sight, whose payment it is stands in the list too. */
const holds = (ofAll: boolean) =>
  defineList<HoldRow>({
    name: ofAll ? 'payouts.holds.all' : 'payouts.holds',
    path: '/v1/payouts/holds',
    rowKey: ({ id }) => id ?? '',
    order: { by: 'decide_by', sort: 'asc' },
    search: 'payoutPayments.holds.search',
    choices: [{ key: 'hold_reason', options: HOLD_REASONS }],
    facets: '/v1/payouts/holds/facets',
    tiles: {
      key: 'hold_reason',
      values: HOLD_REASONS.map(({ value, label }) => ({ value, label, fleeting: true })),
      label: 'payoutPayments.holds.tiles',
      all: 'payoutPayments.holds.all',
    },
    views: 'payouts.holds',
    href: ({ id }) => paymentPath(id ?? ''),
    columns: [
      {
        key: 'decide_by',
        kind: 'time',
        title: 'payoutPayments.column.decide_by',
        sortable: true,
        width: 212,
        locked: true,
        render: ({ hold_until }) => <HoldClock until={hold_until} />,
      },
      {
        key: 'company_name',
        kind: 'text',
        title: 'payoutPayments.column.company_name',
        width: 180,
        hidden: !ofAll,
      },
      { key: 'holder_name', kind: 'text', title: 'payoutPayments.column.holder_name' },
      {
        key: 'number',
        kind: 'text',
        title: 'payoutPayments.column.number',
        width: 196,
        muted: true,
        hidden: ofAll,
        leaves: 1,
        render: numberOf,
      },
      {
        key: 'hold_reason',
        kind: 'text',
        title: 'payoutPayments.column.hold_reason',
        width: 196,
        render: ({ hold_reason }, { t }) => (
          <Badge tone="atention" dot>
            {wordOf(t, 'hold_reason', hold_reason ?? '')}
          </Badge>
        ),
      },
      {
        key: 'amount',
        kind: 'money',
        title: 'payoutPayments.column.amount',
        sortable: true,
        width: 148,
        currency: 'BRL',
      },
      {
        key: 'hold_until',
        kind: 'time',
        title: 'payoutPayments.column.hold_until',
        width: 140,
        hidden: true,
      },
      {
        key: 'created_at',
        kind: 'time',
        title: 'payoutPayments.column.created_at',
        sortable: true,
        width: 136,
        hidden: true,
      },
      {
        key: 'origin',
        kind: 'text',
        title: 'payoutPayments.column.origin',
        width: 130,
        hidden: true,
        render: ({ origin }, { t }) => wordOf(t, 'origin', origin ?? ''),
      },
      { key: 'actor', kind: 'text', title: 'payoutPayments.column.actor', width: 200, hidden: true },
      { key: 'batch_id', kind: 'id', title: 'payoutPayments.column.batch_id', width: 128, hidden: true },
      {
        key: 'holder_document',
        kind: 'document',
        title: 'payoutPayments.column.holder_document',
        width: 160,
        hidden: true,
      },
      { key: 'id', kind: 'id', title: 'payoutPayments.column.id', width: 138, hidden: true },
    ],
    actions: { width: 196, render: (row) => <Decide hold={row} /> },
    card: (row, text) => ({
      title: row.holder_name ?? '—',
      note: ofAll ? row.company_name : <HoldClock until={row.hold_until} />,
      amount: formatAmount(row.amount, text.language),
      status: (
        <Badge tone="atention" dot>
          {wordOf(text.t, 'hold_reason', row.hold_reason ?? '')}
        </Badge>
      ),
      time: <DateTime at={row.created_at ?? ''} />,
    }),
  })

/** The ways out of a hold for many at once; what one of them may not do stays, with its reason. */
const COMMANDS: readonly BulkCommand<HoldRow>[] = [
  {
    name: 'payouts:payment:reject',
    words: 'payoutPayments.bulk.reject',
    permissions: MAY_DECIDE,
    asks: 'reason',
    danger: true,
  },
  {
    name: 'payouts:payment:release',
    words: 'payoutPayments.bulk.release',
    permissions: MAY_DECIDE,
    asks: 'reason',
    moves: 'at_most',
    takes: ({ hold_reason }) => hold_reason !== 'second_person',
  },
  {
    name: 'payouts:payment:agree',
    words: 'payoutPayments.bulk.agree',
    permissions: MAY_AGREE,
    moves: 'at_most',
    takes: ({ hold_reason }) => hold_reason === 'second_person',
  },
]

export const HOLDS = withBulk(holds(false), COMMANDS)
export const HOLDS_OF_ALL = withBulk(holds(true), COMMANDS)
