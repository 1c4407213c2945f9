import { Link } from '@tanstack/react-router'
import { useLanguage, useT } from '../../../app/i18n'
import { CopyText } from '../../../kit/CopyText'
import { DateTime } from '../../../kit/DateTime'
import { StatusWord } from '../../../kit/list/Cell'
import { Money } from '../../../kit/Money'
import { refusalOf } from '../../../kit/place/refusal'
import { MiniTable } from '../../../kit/record/MiniTable'
import { Moments } from '../../../kit/record/Moments'
import { claimPath } from '../../../kit/record/objectPath'
import type { Tone } from '../../../ui/Badge'
import { Card } from '../../../ui/Card'
import { type PaymentRecord, wordOf } from '../payment'

const ORDER_TONES: Readonly<Record<string, Tone>> = {
  sending: 'awaiting',
  processing: 'awaiting',
  done: 'success',
  refused: 'error',
}
const ORDER_STATUSES = Object.entries(ORDER_TONES).map(([value, tone]) => ({
  value,
  tone,
  label: `transfers.order_status.${value}`,
}))

/** Every order that the bank was given for it, and what it said. */
export function Attempts({ orders }: Pick<PaymentRecord, 'orders'>) {
  const t = useT('payoutPayments', 'transfers')
  const language = useLanguage()
  return (
    <Card title={t('payoutPayments.record.attempts')} flush>
      <MiniTable
        label={t('payoutPayments.record.attempts')}
        columns={[
          { key: 'attempt', title: t('payoutPayments.record.attempt'), narrow: true },
          { key: 'at', title: t('transfers.record.asked_at'), wide: true },
          { key: 'id', title: t('payoutPayments.column.end_to_end_id') },
          { key: 'status', title: t('payoutPayments.column.status'), wide: true },
          { key: 'said', title: t('transfers.record.said') },
          { key: 'ended', title: t('payoutPayments.column.ended_at'), wide: true },
        ]}
        rows={orders.map(({ id, attempt, created_at, ended_at, end_to_end_id, state, code, reason }) => ({
          key: id,
          cells: [
            attempt,
            <DateTime key="at" at={created_at} time="seconds" />,
            end_to_end_id ? <CopyText key="id" text={end_to_end_id} short /> : '—',
            <StatusWord key="status" values={ORDER_STATUSES} value={state} text={{ t, language }} />,
            [code, refusalOf(t, code)?.why ?? reason].filter(Boolean).join(': ') || '—',
            ended_at ? <DateTime key="ended" at={ended_at} time="seconds" /> : '—',
          ],
        }))}
      />
    </Card>
  )
}

/** Every devolução of it, each once. */
export function Returns({ returns }: Pick<PaymentRecord, 'returns'>) {
  const t = useT('payoutPayments', 'transfers')
  return (
    <Card title={t('transfers.record.returns')} flush>
      <MiniTable
        label={t('transfers.record.returns')}
        columns={[
          { key: 'at', title: t('transfers.column.returned_at') },
          { key: 'id', title: t('transfers.column.rtr_id') },
          { key: 'why', title: t('payoutPayments.record.return_code') },
          { key: 'claim', title: '' },
          { key: 'amount', title: t('payoutPayments.column.returned'), end: true },
        ]}
        rows={returns.map(({ rtr_id, returned_at, amount, claim_id, code, reason }) => ({
          key: rtr_id,
          cells: [
            <DateTime key="at" at={returned_at} time="seconds" />,
            <CopyText key="id" text={rtr_id} short />,
            code ? wordOf(t, 'ted_return', code) : (reason ?? '—'),
            claim_id && (
              <Link key="claim" to={claimPath(claim_id)}>
                {t('transfers.record.of_claim')}
              </Link>
            ),
            <Money key="amount" value={amount} />,
          ],
        }))}
      />
    </Card>
  )
}

const TONES: readonly [RegExp, Tone][] = [
  [/(failed|rejected)$/, 'error'],
  [/(blocked|again|returned|given_back|not_booked|on_hold|queued)$/, 'atention'],
  [/(done|released)$/, 'success'],
]

/** What happened to a payment. */
export function History({ timeline }: Pick<PaymentRecord, 'timeline'>) {
  const t = useT('payoutPayments')
  return (
    <Moments
      title={t('payoutPayments.record.timeline')}
      moments={timeline.map((moment) => ({
        ...moment,
        // No bank returned it: whoever got it did.
        kind: moment.actor === 'receiver' ? moment.kind.replace('returned', 'given_back') : moment.kind,
      }))}
      word={(group, value) => wordOf(t, group, value)}
      more={({ data }) => [data.fail_code, data.reason]}
      tones={TONES}
    />
  )
}
