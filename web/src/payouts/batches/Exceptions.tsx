import { useState } from 'react'
import { useLanguage, useT } from '../../app/i18n'
import { formatMoney, formatNumber } from '../../kit/format'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import type { BatchRecord } from './batch'
import { Lines } from './Lines'
import styles from './Record.module.css'

/** A batch is judged from its exceptions: each group with its sum, a line once in its most serious one. */
export function Exceptions({ batch }: { batch: BatchRecord }) {
  const t = useT('kit', 'payoutBatches')
  const language = useLanguage()
  const groups = batch.categories
  const [chosen, setChosen] = useState<string | null>(null)
  const open = groups.find(({ category }) => category === chosen) ?? groups[0]
  return (
    <Card title={t('payoutBatches.record.exceptions')} flush>
      {open ? (
        <>
          <div className={styles.groups} role="group" aria-label={t('payoutBatches.column.category')}>
            {groups.map(({ category, count }) => (
              <Button
                key={category}
                size="small"
                variant={category === open.category ? 'primary' : 'secondary'}
                aria-pressed={category === open.category}
                onClick={() => setChosen(category)}
              >
                {t(`payoutBatches.category.${category}`)} {formatNumber(count, language)}
              </Button>
            ))}
          </div>
          <p className={styles.note}>
            {t(`payoutBatches.group.${open.category}`)} · {formatMoney(open.amount, language)}
          </p>
          <Lines
            key={open.category}
            batch={batch}
            category={open.category}
            label={t(`payoutBatches.category.${open.category}`)}
          />
          <p className={styles.end}>{t('payoutBatches.record.once')}</p>
        </>
      ) : (
        <p className={styles.empty}>{t('payoutBatches.record.no_exceptions')}</p>
      )}
    </Card>
  )
}
