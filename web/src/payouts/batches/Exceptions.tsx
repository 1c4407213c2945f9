import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { api, body } from '../../app/api'
import { linesOf } from '../../app/errors'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { showAlert } from '../../app/state'
import { readAgain } from '../../kit/command/subjects'
import { formatMoney, formatNumber } from '../../kit/format'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { type BatchRecord, type Category, MAY_DECIDE } from './batch'
import { Lines } from './Lines'
import styles from './Record.module.css'

/** A batch is judged from its exceptions: each group with its sum, a line once in its most serious one. */
export function Exceptions({ batch }: { batch: BatchRecord }) {
  const t = useT('common', 'kit', 'payoutBatches')
  const language = useLanguage()
  const groups = batch.categories
  const [chosen, setChosen] = useState<string | null>(null)
  const open = groups.find(({ category }) => category === chosen) ?? groups[0]
  const decides = batch.status === 'planned' && may(MAY_DECIDE)
  const tell = useOpened(batch, decides ? open?.category : undefined)
  const word = (category: string) => t(`payoutBatches.category.${category}`)
  // Bad lines do not leave: nobody decides on them.
  const left = groups.filter(({ category }) => category !== 'bad' && !batch.looked.includes(category))
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
                onClick={() => {
                  setChosen(category)
                  // Pressed once more it is told again, where telling it failed.
                  if (category === open.category) tell()
                }}
              >
                {word(category)} {formatNumber(count, language)}
                {decides && batch.looked.includes(category) && (
                  <Check size={14} strokeWidth={2} aria-label={t('payoutBatches.record.opened')} />
                )}
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
          {decides && (
            <p className={styles.end}>
              {left.length > 0
                ? t('payoutBatches.record.to_open', {
                    groups: left.map(({ category }) => word(category)).join(', '),
                  })
                : t('payoutBatches.record.all_opened')}
            </p>
          )}
        </>
      ) : (
        <p className={styles.empty}>{t('payoutBatches.record.no_exceptions')}</p>
      )}
    </Card>
  )
}

/** Tells the server that a group is before whoever decides, once for each plan, and returns what tells it anew. */
function useOpened({ id, plan_hash: plan, looked }: BatchRecord, category: string | undefined) {
  const t = useT('common')
  const { mutate } = useMutation({
    mutationFn: (input: { plan: string; category: Category }) =>
      body(api.POST('/v1/payouts/batches/{id}/look', { params: { path: { id } }, body: input })),
    onSuccess: () => readAgain('payouts:payout_batch:look'),
    onError: (error) => showAlert('error', linesOf(t, error).join(' ')),
  })
  const isNew = category !== undefined && plan !== null && !looked.includes(category)
  const tell = useCallback(() => {
    if (isNew) mutate({ plan, category: category as Category })
  }, [isNew, plan, category, mutate])
  useEffect(tell, [tell])
  return tell
}
