import { useLanguage, useT } from '../../app/i18n'
import { formatAmount, type Money } from '../../kit/format'
import { MiniTable } from '../../kit/record/MiniTable'
import { Card } from '../../ui/Card'
import { type Transaction, wordOf } from './entry'

/** From where to where the money went; the provider's own accounts tell no balance. */
export function Legs({ legs }: { legs: Transaction['legs'] }) {
  const t = useT('account')
  const language = useLanguage()
  const money = (value: Money | null) => (value ? formatAmount(value, language) : '—')
  const side = (direction: string, leg: Transaction['legs'][number]) =>
    leg.direction === direction ? money(leg.amount) : ''
  return (
    <Card title={t('account.card.legs')} flush>
      <MiniTable
        label={t('account.card.legs')}
        columns={[
          { key: 'account', title: t('account.column.account') },
          { key: 'debit', title: t('account.direction.debit'), end: true },
          { key: 'credit', title: t('account.direction.credit'), end: true },
          { key: 'before', title: t('account.column.balance_before'), end: true },
          { key: 'after', title: t('account.column.balance_after'), end: true },
          { key: 'version', title: t('account.column.version'), end: true },
        ]}
        rows={legs.map((leg, place) => ({
          key: `${place}`,
          cells: [
            wordOf(t, 'code', leg.account),
            side('debit', leg),
            side('credit', leg),
            money(leg.balance_before),
            money(leg.balance_after),
            leg.version ?? '—',
          ],
        }))}
      />
    </Card>
  )
}
