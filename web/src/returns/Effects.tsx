import { useLanguage, useT } from '../app/i18n'
import { formatAmount, formatNumber } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { MiniTable } from '../kit/record/MiniTable'
import { Card } from '../ui/Card'
import { EFFECTS, type Effect, type ReturnFile, wordOf } from './file'
import styles from './Record.module.css'

/** The plan: what would follow of all lines, summed by effect; of an applied file what did. */
export function Effects({ file: { effects, status } }: { file: ReturnFile }) {
  const t = useT('kit', 'returns')
  const language = useLanguage()
  const applied = status === 'applied' || status === 'applying'
  return (
    <Card title={t(applied ? 'returns.record.done' : 'returns.record.plan')} flush>
      <MiniTable
        label={t('returns.record.plan')}
        columns={[
          { key: 'effect', title: t('returns.column.effect') },
          { key: 'why', title: t('returns.column.why') },
          { key: 'count', title: t('returns.column.count'), end: true },
          { key: 'paid', title: t('returns.column.moved'), end: true },
        ]}
        rows={effects.map((each) => ({
          key: `${each.effect} ${each.why} ${each.meaning}`,
          cells: [
            <StatusWord key="effect" values={EFFECTS} value={each.effect} text={{ t, language }} />,
            meansOf(t, each),
            formatNumber(each.count, language),
            moved(each, language),
          ],
        }))}
      />
    </Card>
  )
}

function meansOf(t: ReturnType<typeof useT>, { effect, why, meaning }: Effect): string {
  if (why) return wordOf(t, 'why', why)
  if (meaning) return t('returns.means.told', { meaning: wordOf(t, 'meaning', meaning) })
  return t(`returns.means.${effect}`)
}

/** Of a fee the fee, else what was paid; what is only told has no amount. */
function moved({ effect, paid, fee }: Effect, language: ReturnType<typeof useLanguage>): string {
  const amount = effect === 'fee' ? fee : paid
  return amount.amount === 0 ? '—' : formatAmount(amount, language)
}

/** What the bank says happened, by its codes and in words. */
export function Occurrences({ file: { occurrences } }: { file: ReturnFile }) {
  const t = useT('returns')
  const language = useLanguage()
  return (
    <Card title={t('returns.record.occurrences')} flush>
      <MiniTable
        label={t('returns.record.occurrences')}
        columns={[
          { key: 'code', title: t('returns.column.occurrence') },
          { key: 'count', title: t('returns.column.count'), end: true },
        ]}
        rows={occurrences.map(({ occurrence, meaning, count }) => ({
          key: occurrence,
          cells: [
            <span key="code">
              <span className={styles.code}>{occurrence}</span> {wordOf(t, 'meaning', meaning)}
            </span>,
            formatNumber(count, language),
          ],
        }))}
      />
    </Card>
  )
}
