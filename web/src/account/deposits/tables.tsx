import { useLanguage, useT } from '../../app/i18n'
import { DateTime } from '../../kit/DateTime'
import { formatAmount } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import type { Status } from '../../kit/list/definition'
import { MiniTable } from '../../kit/record/MiniTable'
import { Card } from '../../ui/Card'
import type { DepositRecord } from './deposit'

const RETURN_STATUSES: readonly Status[] = [
  { value: 'requested', tone: 'awaiting', label: 'deposits.return_status.requested' },
  { value: 'processing', tone: 'awaiting', label: 'deposits.return_status.processing' },
  { value: 'settled', tone: 'info', label: 'deposits.return_status.settled' },
  { value: 'failed', tone: 'error', label: 'deposits.return_status.failed' },
]

/** What was sent back to the payer, or is on its way. */
export function Returns({ returns }: { returns: DepositRecord['returns'] }) {
  const t = useT('deposits')
  const language = useLanguage()
  return (
    <Card title={t('deposits.record.returns')} flush>
      <MiniTable
        label={t('deposits.record.returns')}
        columns={[
          { key: 'at', title: t('deposits.record.asked_at') },
          { key: 'status', title: t('deposits.column.status') },
          { key: 'error', title: t('deposits.record.said') },
          { key: 'amount', title: t('deposits.column.amount'), end: true },
        ]}
        rows={returns.map(({ id, created_at, status, error, amount }) => ({
          key: id,
          cells: [
            <DateTime key="at" at={created_at} />,
            <StatusWord key="status" values={RETURN_STATUSES} value={status} text={{ t, language }} />,
            error ?? '—',
            formatAmount(amount, language),
          ],
        }))}
      />
    </Card>
  )
}

/** What was given back to the merchant that paid it, each part once. */
export function GiveBacks({ parts }: { parts: DepositRecord['give_backs'] }) {
  const t = useT('deposits')
  const language = useLanguage()
  return (
    <Card title={t('deposits.record.give_backs')} flush>
      <MiniTable
        label={t('deposits.record.give_backs')}
        columns={[
          { key: 'at', title: t('deposits.record.given_at') },
          { key: 'by', title: t('deposits.record.given_by') },
          { key: 'reason', title: t('deposits.column.reason') },
          { key: 'amount', title: t('deposits.column.amount'), end: true },
        ]}
        rows={parts.map(({ id, given_at, given_by, reason, amount }) => ({
          key: id,
          cells: [<DateTime key="at" at={given_at} />, given_by, reason, formatAmount(amount, language)],
        }))}
      />
    </Card>
  )
}
