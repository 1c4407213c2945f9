import { CircleCheck, CircleDashed, CircleDot } from 'lucide-react'
import { useLanguage, useT } from '../../app/i18n'
import { formatMoney, formatNumber } from '../../kit/format'
import { Card } from '../../ui/Card'
import { cx } from '../../ui/cx'
import type { BatchRecord } from './batch'
import styles from './Record.module.css'

const STEPS = ['received', 'planned', 'authorised', 'running', 'done'] as const

/** How many of the steps are over, by the state of the batch. */
const OVER: Readonly<Record<string, number>> = {
  received: 0,
  planned: 2,
  authorised: 3,
  running: 3,
  paused: 3,
  done: 5,
  done_in_part: 5,
}

/** How far a batch is, and the sums that are judged: they add up on the screen. */
export function Figures({ batch }: { batch: BatchRecord }) {
  const t = useT('payoutBatches')
  const language = useLanguage()
  const number = (value: number) => formatNumber(value, language)
  const { amount, fee, total, good, lines, first_time, progress, authorised_at } = batch
  const { done, failed, waiting, sent, done_amount, back } = progress
  return (
    <Card flush>
      <ol className={styles.steps} aria-label={t('payoutBatches.record.steps')}>
        {STEPS.map((step, place) => (
          <Step
            key={step}
            name={t(`payoutBatches.record.step.${step}`)}
            of={place - (OVER[batch.status] ?? 0)}
          />
        ))}
      </ol>
      <dl className={styles.figures}>
        <Figure
          label={t('payoutBatches.record.total')}
          value={formatMoney(total, language)}
          under={t('payoutBatches.record.total_of', {
            amount: formatMoney(amount, language),
            fee: formatMoney(fee, language),
          })}
        />
        <Figure
          label={t('payoutBatches.record.go')}
          value={number(good)}
          under={t('payoutBatches.record.go_of', { lines: number(lines), out: number(lines - good) })}
        />
        <Figure
          label={t('payoutBatches.record.first_time')}
          value={number(first_time)}
          under={t('payoutBatches.record.first_time_of')}
        />
        {authorised_at && (
          <Figure
            label={t('payoutBatches.record.paid')}
            value={formatMoney(done_amount, language)}
            under={[
              t('payoutBatches.record.paid_of', {
                failed: number(failed),
                open: number(waiting + sent),
                done,
              }),
              back.amount > 0 && t('payoutBatches.record.back', { amount: formatMoney(back, language) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        )}
      </dl>
    </Card>
  )
}

function Figure({ label, value, under }: { label: string; value: string; under: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={styles.figure}>{value}</dd>
      <dd className={styles.under}>{under}</dd>
    </div>
  )
}

/** `of` is below zero for a step that is over, and zero for the one at work. */
function Step({ name, of }: { name: string; of: number }) {
  const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }
  return (
    <li
      className={cx(styles.step, of < 0 && styles.past, of === 0 && styles.now)}
      aria-current={of === 0 ? 'step' : undefined}
    >
      {of < 0 ? <CircleCheck {...icon} /> : of === 0 ? <CircleDot {...icon} /> : <CircleDashed {...icon} />}
      {name}
    </li>
  )
}
