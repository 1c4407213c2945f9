import { useLanguage, useT } from '../../app/i18n'
import { formatAmount, formatTime, type Money, shortId } from '../../kit/format'
import { MiniTable } from '../../kit/record/MiniTable'
import { Card } from '../../ui/Card'
import { type ChargeRecord, wordOf } from '../charge'
import styles from './Ledger.module.css'

type Entry = ChargeRecord['entries'][number]

/** What was posted for the charge, journal by journal; both sides of each. */
export function Ledger({ entries }: { entries: readonly Entry[] }) {
  const t = useT('payin')
  const language = useLanguage()
  const money = (value: Money | null) => (value ? formatAmount(value, language) : '')
  const journals = new Map<string, Entry[]>()
  for (const entry of entries)
    journals.set(entry.journal_id, [...(journals.get(entry.journal_id) ?? []), entry])
  return (
    <>
      {Array.from(journals, ([id, legs]) => (
        <Card
          key={id}
          flush
          title={t('payin.card.ledger', { id: shortId(id) })}
          actions={
            <small className={styles.time}>
              {formatTime(legs[0]?.at ?? '', language, { time: 'seconds' })}
            </small>
          }
        >
          <MiniTable
            label={t('payin.card.ledger', { id })}
            columns={[
              { key: 'account', title: t('payin.ledger.account') },
              { key: 'kind', title: t('payin.ledger.kind') },
              { key: 'debit', title: t('payin.ledger.debit'), end: true },
              { key: 'credit', title: t('payin.ledger.credit'), end: true },
              { key: 'after', title: t('payin.ledger.balance_after'), end: true },
            ]}
            rows={legs.map((leg, place) => ({
              key: `${place}`,
              cells: [
                wordOf(t, 'account', leg.account || 'provider'),
                wordOf(t, 'journal', leg.kind),
                money(leg.debit),
                money(leg.credit),
                money(leg.balance_after) || '—',
              ],
            }))}
          />
        </Card>
      ))}
    </>
  )
}
