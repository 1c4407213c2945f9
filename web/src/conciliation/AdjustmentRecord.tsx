import { Link, useParams } from '@tanstack/react-router'
import { api, body } from '../app/api'
import { useLanguage, useT } from '../app/i18n'
import { CopyText } from '../kit/CopyText'
import { DateTime } from '../kit/DateTime'
import { formatDay, formatMoney, formatNumber } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { Facts } from '../kit/record/Facts'
import { Loaded } from '../kit/record/Loaded'
import { MiniTable } from '../kit/record/MiniTable'
import { RecordHeader } from '../kit/record/RecordHeader'
import { RecordPage } from '../kit/record/RecordPage'
import { useRecord } from '../kit/record/useRecord'
import { Banner } from '../ui/Banner'
import { Card } from '../ui/Card'
import { ChoiceButton } from './acts/ChoiceButton'
import {
  ADJUSTMENT_STATES,
  ADJUSTMENTS_PATH,
  type Adjustment,
  adjustmentPath,
  exceptionPath,
  MAY_ADJUST,
  wordOf,
} from './conciliation'
import { Story } from './Story'

/** One adjustment: what it moves, who asked for it, and who posts it. */
export function AdjustmentRecord() {
  const { id = '' } = useParams({ strict: false })
  const adjustment = useRecord(
    'conciliation.adjustment',
    id,
    (signal) => body(api.GET('/v1/conciliation/adjustments/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={adjustment}>{(found) => <Found adjustment={found} />}</Loaded>
}

const signed = ({ amount, type }: Adjustment) => ({
  ...amount,
  amount: type === 'debit' ? -amount.amount : amount.amount,
})

function Found({ adjustment }: { adjustment: Adjustment }) {
  const t = useT('kit', 'conciliation')
  const language = useLanguage()
  const { id, number, merchant_name, description, status, mine, available, alike } = adjustment
  const waits = status === 'awaiting_approval'
  const after = { ...available, amount: available.amount + signed(adjustment).amount }
  const shared = {
    command: 'statement:adjustment:decide',
    id,
    thing: description,
    permissions: MAY_ADJUST,
  } as const
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[
            { label: t('conciliation.title.adjustments'), to: ADJUSTMENTS_PATH },
            { label: t('conciliation.adjustment.number', { number: formatNumber(number, language) }) },
          ]}
          title={formatMoney(signed(adjustment), language)}
          status={<StatusWord values={ADJUSTMENT_STATES} value={status} text={{ t, language }} />}
          subtitle={[merchant_name, wordOf(t, 'reason', adjustment.reason), description].join(' · ')}
          actions={
            waits && (
              <>
                <ChoiceButton {...shared} choice="refuse_adjustment" value="refuse" />
                <ChoiceButton {...shared} choice="post" variant="primary" disabled={mine} />
              </>
            )
          }
        />
      }
      situation={
        <>
          {waits && (
            <Banner tone="awaiting">
              {t(mine ? 'conciliation.adjustment.waits_other' : 'conciliation.adjustment.waits_you')}
            </Banner>
          )}
          {waits && alike.length > 0 && (
            <Banner tone="atention">
              {t('conciliation.adjustment.alike_text', { count: alike.length })}
            </Banner>
          )}
        </>
      }
      main={
        <>
          <Card title={t('conciliation.adjustment.facts')}>
            <Facts
              facts={[
                { label: t('conciliation.column.merchant'), value: merchant_name },
                { label: t('conciliation.column.direction'), value: wordOf(t, 'type', adjustment.type) },
                { label: t('conciliation.column.kind'), value: wordOf(t, 'reason', adjustment.reason) },
                {
                  label: t('conciliation.column.effective_day'),
                  value: formatDay(adjustment.due_date, language),
                },
                {
                  label: t('conciliation.column.origin'),
                  value: adjustment.origin_id ? (
                    <Link to={exceptionPath(adjustment.origin_id)}>
                      {wordOf(t, 'origin', adjustment.origin)}
                    </Link>
                  ) : (
                    wordOf(t, 'origin', adjustment.origin)
                  ),
                },
                { label: t('conciliation.column.evidence'), value: adjustment.evidence },
                { label: t('conciliation.column.asked_by'), value: adjustment.created_by },
                { label: t('conciliation.column.asked_at'), value: <DateTime at={adjustment.created_at} /> },
                {
                  label: t('conciliation.column.posted_by'),
                  value: adjustment.posted_by ?? adjustment.cancelled_by,
                },
                {
                  label: t('conciliation.adjustment.journal'),
                  value: adjustment.journal_id && <CopyText text={adjustment.journal_id} short />,
                },
                { label: t('conciliation.column.description'), value: description, wide: true },
              ]}
            />
          </Card>
          {alike.length > 0 && (
            <Card title={t('conciliation.adjustment.alike')} flush>
              <MiniTable
                label={t('conciliation.adjustment.alike')}
                columns={[
                  { key: 'number', title: t('conciliation.column.reference') },
                  { key: 'at', title: t('conciliation.column.asked_at') },
                  { key: 'state', title: t('conciliation.column.state') },
                ]}
                rows={alike.map((each) => ({
                  key: each.id,
                  cells: [
                    <Link key="number" to={adjustmentPath(each.id)}>
                      {formatNumber(each.number, language)}
                    </Link>,
                    <DateTime key="at" at={each.created_at} />,
                    <StatusWord
                      key="state"
                      values={ADJUSTMENT_STATES}
                      value={each.status}
                      text={{ t, language }}
                    />,
                  ],
                }))}
              />
            </Card>
          )}
        </>
      }
      side={
        <>
          <Card title={t('conciliation.adjustment.balance')}>
            <Facts
              facts={[
                { label: t('conciliation.adjustment.now'), value: formatMoney(available, language) },
                ...(waits
                  ? [{ label: t('conciliation.adjustment.after'), value: formatMoney(after, language) }]
                  : []),
              ]}
            />
          </Card>
          <Story moments={adjustment.timeline} />
        </>
      }
      raw={adjustment}
    />
  )
}
