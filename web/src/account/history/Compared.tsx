import { Link } from '@tanstack/react-router'
import { useLanguage, useT } from '../../app/i18n'
import { DateTime } from '../../kit/DateTime'
import { formatMoney, formatNumber, shortId } from '../../kit/format'
import { MiniTable } from '../../kit/record/MiniTable'
import { Card } from '../../ui/Card'
import { type Comparison, signed, transactionPath, wordOf } from './entry'
import styles from './history.module.css'

/** Two sums of one day, why they differ, and its entries. */
export function Compared({ found, known }: { found: Comparison; known: string }) {
  const t = useT('account')
  const language = useLanguage()
  const { differences, entries, more } = found
  const link = (id: string) => <Link to={transactionPath(id)}>{shortId(id)}</Link>
  return (
    <>
      <div className={styles.sides}>
        <Sums title={t('account.as_known.then', { at: known })} sums={found.known} />
        <Sums title={t('account.as_known.now')} sums={found.now} />
      </div>
      <div className={styles.rest}>
        <Card title={t('account.as_known.differences')} flush>
          {differences.length === 0 ? (
            <p className={styles.note}>{t('account.as_known.none')}</p>
          ) : (
            <MiniTable
              label={t('account.as_known.differences')}
              columns={[
                { key: 'why', title: t('account.as_known.why') },
                { key: 'kind', title: t('account.column.kind') },
                { key: 'effective', title: t('account.column.effective_at') },
                { key: 'recorded', title: t('account.column.recorded_at') },
                { key: 'transaction', title: t('account.column.transaction_id') },
                { key: 'movement', title: t('account.column.movement'), end: true },
              ]}
              rows={differences.map((each) => ({
                key: each.transaction_id,
                cells: [
                  t(`account.reason.${each.reason}_${each.place}`),
                  wordOf(t, 'kind', each.kind),
                  <DateTime key="effective" at={each.effective_at} />,
                  <DateTime key="recorded" at={each.recorded_at} />,
                  link(each.transaction_id),
                  signed(each.movement, language),
                ],
              }))}
            />
          )}
        </Card>
        {entries.length > 0 && (
          <Card title={t('account.as_known.entries')} flush>
            {more && <p className={styles.note}>{t('account.as_known.more')}</p>}
            <MiniTable
              label={t('account.as_known.entries')}
              columns={[
                { key: 'effective', title: t('account.column.effective_at') },
                { key: 'kind', title: t('account.column.kind') },
                { key: 'transaction', title: t('account.column.transaction_id') },
                { key: 'known', title: t('account.as_known.known_then') },
                { key: 'movement', title: t('account.column.movement'), end: true },
              ]}
              rows={entries.map((each) => ({
                key: each.transaction_id,
                cells: [
                  <DateTime key="effective" at={each.effective_at} time="seconds" />,
                  wordOf(t, 'kind', each.kind),
                  link(each.transaction_id),
                  t(each.known_then ? 'account.yes' : 'account.no'),
                  signed(each.movement, language),
                ],
              }))}
            />
          </Card>
        )}
      </div>
    </>
  )
}

function Sums({ title, sums }: { title: string; sums: Comparison['now'] }) {
  const t = useT('account')
  const language = useLanguage()
  return (
    <Card title={title}>
      <dl className={styles.sums}>
        {(['opening', 'credits', 'debits', 'closing'] as const).map((key) => (
          <div key={key}>
            <dt>{t(`account.sum.${key}`)}</dt>
            <dd>{formatMoney(sums[key], language)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('account.sum.entries')}</dt>
          <dd>{formatNumber(sums.entries, language)}</dd>
        </div>
      </dl>
    </Card>
  )
}
