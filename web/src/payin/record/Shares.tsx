import { Link } from '@tanstack/react-router'
import { useLanguage, useT } from '../../app/i18n'
import { formatAmount, formatTime, type Money } from '../../kit/format'
import { MiniTable } from '../../kit/record/MiniTable'
import { Badge } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import type { ChargeRecord } from '../charge'
import { recipientPath } from '../recipients/recipient'
import { partWords } from '../split/words'

/** Who gets what of a charge, or of all that comes by an agreement, while it is open; who got what of each payment, once it is paid. */
export function Shares({
  charge: { split, shares, payments },
}: {
  charge: Pick<ChargeRecord, 'split' | 'shares'> & {
    payments: readonly { end_to_end_id: string; paid_at: string }[]
  }
}) {
  const t = useT('recipients')
  const language = useLanguage()
  const money = (value: Money) => (value.amount ? formatAmount(value, language) : '—')
  const who = (recipient: string | null, name: string | null) =>
    recipient ? (
      <Link key="who" to={recipientPath(recipient)}>
        {name}
      </Link>
    ) : (
      t('recipients.split.merchant')
    )
  if (!shares.length) {
    return (
      <Card title={t('recipients.card.split')} flush>
        <MiniTable
          label={t('recipients.card.split')}
          columns={[
            { key: 'who', title: t('recipients.column.receiver') },
            { key: 'agreed', title: t('recipients.column.agreed') },
            { key: 'amount', title: t('recipients.column.amount'), end: true },
          ]}
          rows={split.map((part) => ({
            key: part.recipient ?? 'merchant',
            cells: [who(part.recipient, part.name), partWords(t, language, part), money(part.amount)],
          }))}
        />
      </Card>
    )
  }
  const carried = shares.some((share) => share.carried.amount > 0)
  const several = new Set(shares.map(({ payment }) => payment)).size > 1
  const at = (payment: string) => payments.find(({ end_to_end_id }) => end_to_end_id === payment)?.paid_at
  return (
    <Card title={t('recipients.card.split')} flush>
      <MiniTable
        label={t('recipients.card.split')}
        columns={[
          { key: 'who', title: t('recipients.column.receiver') },
          { key: 'agreed', title: t('recipients.column.agreed') },
          { key: 'amount', title: t('recipients.column.amount'), end: true },
          { key: 'fee', title: t('recipients.column.fee'), end: true },
          { key: 'refunded', title: t('recipients.column.refunded'), end: true },
          ...(carried ? [{ key: 'carried', title: t('recipients.column.carried'), end: true }] : []),
        ]}
        rows={shares.map((share) => ({
          key: `${share.payment} ${share.recipient ?? 'merchant'}`,
          cells: [
            <span key="who">
              {who(share.recipient, share.name)}
              {several && <small> {formatTime(at(share.payment) ?? share.paid_at, language)}</small>}
            </span>,
            <span key="agreed">
              {partWords(t, language, share)}{' '}
              {share.reduced && <Badge tone="atention">{t('recipients.split.reduced')}</Badge>}
            </span>,
            formatAmount(share.amount, language),
            money(share.fee),
            money(share.refunded),
            ...(carried ? [money(share.carried)] : []),
          ],
        }))}
      />
    </Card>
  )
}
