import { useLanguage, useT } from '../app/i18n'
import { formatAmount, formatNumber } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { MiniTable } from '../kit/record/MiniTable'
import { Card } from '../ui/Card'
import { EFFECTS, type ReturnFile, wordOf } from './file'
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
          { key: 'paid', title: t('returns.column.paid'), end: true },
        ]}
        rows={effects.map(({ effect, why, count, paid, fee }) => ({
          key: `${effect} ${why}`,
          cells: [
            <StatusWord key="effect" values={EFFECTS} value={effect} text={{ t, language }} />,
            why ? wordOf(t, 'why', why) : t(`returns.means.${effect}`),
            formatNumber(count, language),
            formatAmount(effect === 'fee' ? fee : paid, language),
          ],
        }))}
      />
    </Card>
  )
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
