import { Link } from '@tanstack/react-router'
import { useLanguage, useT, wordsOf } from '../../app/i18n'
import { CopyText } from '../../kit/CopyText'
import { DateTime } from '../../kit/DateTime'
import { formatAmount, type Money } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { MiniTable } from '../../kit/record/MiniTable'
import { schedulePath } from '../../kit/record/objectPath'
import { Card } from '../../ui/Card'
import { recordPath } from '../charge'
import { partWords } from '../split/words'
import { PAYOUT_STATUSES, type RecipientRecord } from './recipient'

/** Payouts and entries that the record tells of. */
const MOST = 100

/** What came in for a recipient, the newest first. */
export function Received({ shares, count }: { shares: RecipientRecord['shares']; count: number }) {
  const t = useT('recipients')
  const language = useLanguage()
  return (
    <Card title={t('recipients.card.shares')} flush>
      <MiniTable
        label={t('recipients.card.shares')}
        total={count}
        columns={[
          { key: 'at', title: t('recipients.column.paid_at') },
          { key: 'payer', title: t('recipients.column.payer_name') },
          { key: 'agreed', title: t('recipients.column.agreed') },
          { key: 'amount', title: t('recipients.column.amount'), end: true },
          { key: 'refunded', title: t('recipients.column.refunded'), end: true },
        ]}
        rows={shares.map((share) => ({
          key: share.payment,
          cells: [
            <Link key="at" to={share.charge ? recordPath(share.charge) : schedulePath(share.schedule ?? '')}>
              <DateTime at={share.paid_at} />
            </Link>,
            share.payer_name ?? '—',
            partWords(t, language, share),
            formatAmount(share.amount, language),
            formatAmount(share.refunded, language),
          ],
        }))}
      />
    </Card>
  )
}

/** What was paid out to a recipient, or is on its way. */
export function Payouts({ payouts }: { payouts: RecipientRecord['payouts'] }) {
  const t = useT('recipients', 'transfers')
  const language = useLanguage()
  return (
    <Card title={t('recipients.card.payouts')} flush>
      <MiniTable
        label={t('recipients.card.payouts')}
        most={MOST}
        columns={[
          { key: 'at', title: t('recipients.column.asked_at') },
          { key: 'status', title: t('recipients.column.status') },
          { key: 'id', title: t('recipients.column.end_to_end_id') },
          { key: 'amount', title: t('recipients.column.amount'), end: true },
        ]}
        rows={payouts.map(({ id, created_at, status, end_to_end_id, amount }) => ({
          key: id,
          cells: [
            <DateTime key="at" at={created_at} />,
            <StatusWord key="status" values={PAYOUT_STATUSES} value={status} text={{ t, language }} />,
            end_to_end_id ? <CopyText key="id" text={end_to_end_id} short /> : '—',
            formatAmount(amount, language),
          ],
        }))}
      />
    </Card>
  )
}

const kindOf = wordsOf('kit')

/** What was posted to a recipient's account, the newest first. */
export function Entries({ entries }: { entries: RecipientRecord['entries'] }) {
  const t = useT('kit', 'recipients')
  const language = useLanguage()
  const money = (value: Money | null | undefined) => (value ? formatAmount(value, language) : '')
  return (
    <Card title={t('recipients.card.entries')} flush>
      <MiniTable
        label={t('recipients.card.entries')}
        most={MOST}
        columns={[
          { key: 'at', title: t('recipients.column.posted_at') },
          { key: 'kind', title: t('recipients.column.kind') },
          { key: 'debit', title: t('kit.journal.debit'), end: true },
          { key: 'credit', title: t('kit.journal.credit'), end: true },
          { key: 'after', title: t('kit.journal.after'), end: true },
        ]}
        rows={entries.map(({ journal_id, at, kind, debit, credit, balance_after }) => ({
          key: journal_id,
          cells: [
            <DateTime key="at" at={at} time="seconds" />,
            kindOf(t, 'journal_kind', kind),
            money(debit),
            money(credit),
            money(balance_after),
          ],
        }))}
      />
    </Card>
  )
}
