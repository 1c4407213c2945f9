import { useLanguage, useT } from '../../app/i18n'
import { formatAmount, formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { MiniTable } from '../../kit/record/MiniTable'
import { Card } from '../../ui/Card'
import { EFFECTS, type PaymentFile, wordOf } from './file'

/** The plan: what would follow of all lines, summed by effect; of an applied file what did. */
export function Effects({ file: { effects, status } }: { file: PaymentFile }) {
  const t = useT('kit', 'returns', 'payoutFiles')
  const language = useLanguage()
  const applied = status === 'applied' || status === 'applying'
  return (
    <Card title={t(applied ? 'returns.record.done' : 'returns.record.plan')} flush>
      <MiniTable
        label={t('returns.record.plan')}
        columns={[
          { key: 'effect', title: t('returns.column.effect'), wide: true },
          { key: 'why', title: t('returns.column.why'), wide: true },
          { key: 'count', title: t('returns.column.count'), end: true },
          { key: 'amount', title: t('returns.column.moved'), end: true },
        ]}
        rows={effects.map(({ effect, why, count, amount }) => ({
          key: `${effect} ${why}`,
          cells: [
            <StatusWord key="effect" values={EFFECTS} value={effect} text={{ t, language }} />,
            why ? wordOf(t, 'why', why) : t(`payoutFiles.means.${effect}`),
            formatNumber(count, language),
            formatAmount(amount, language),
          ],
        }))}
      />
    </Card>
  )
}

/** What the bank says, by its codes and in words. */
export function Codes({ file: { codes } }: { file: PaymentFile }) {
  const t = useT('returns', 'payoutFiles')
  const language = useLanguage()
  return (
    <Card title={t('returns.record.occurrences')} flush>
      <MiniTable
        label={t('returns.record.occurrences')}
        columns={[
          { key: 'code', title: t('returns.column.occurrence') },
          { key: 'count', title: t('returns.column.count'), end: true },
        ]}
        rows={codes.map(({ codes: written, meaning, count }) => ({
          key: `${written} ${meaning}`,
          cells: [
            <span key="code">
              <code>{written || '—'}</code> {wordOf(t, 'meaning', meaning)}
            </span>,
            formatNumber(count, language),
          ],
        }))}
      />
    </Card>
  )
}
