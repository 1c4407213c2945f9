import { CircleAlert, CircleCheck, CircleDashed, Stamp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLanguage, useT } from '../../app/i18n'
import { formatAmount, formatNumber, formatTime } from '../../kit/format'
import { Card } from '../../ui/Card'
import { ChoiceButton } from '../acts/ChoiceButton'
import { type Day, MAY_CLOSE } from '../conciliation'
import styles from './DayBench.module.css'

type Mark = 'good' | 'open' | 'bad'
const MARKS: Record<Mark, ReactNode> = {
  good: <CircleCheck size={16} strokeWidth={1.75} aria-hidden />,
  open: <CircleDashed size={16} strokeWidth={1.75} aria-hidden />,
  bad: <CircleAlert size={16} strokeWidth={1.75} aria-hidden />,
}

/** What the day still lacks, the last seal, and the act that comes next. */
export function ClosingBar({ day }: { day: Day }) {
  const t = useT('conciliation')
  const language = useLanguage()
  const number = (value: number) => formatNumber(value, language)
  const broken = 'balance_break' in day.causes
  const checks: [Mark, string][] = [
    [day.file_list.length ? 'good' : 'bad', t('conciliation.check.files', { count: day.file_list.length })],
    [broken ? 'bad' : 'good', t(broken ? 'conciliation.check.break' : 'conciliation.check.continuity')],
    [day.lines.length ? 'open' : 'good', t('conciliation.check.lines', { count: day.lines.length })],
    [
      day.unassigned ? 'bad' : day.exceptions ? 'open' : 'good',
      t('conciliation.check.exceptions', { count: day.exceptions, unassigned: number(day.unassigned) }),
    ],
    [
      day.without_cause.amount ? 'bad' : 'good',
      t('conciliation.check.without_cause', { amount: formatAmount(day.without_cause, language) }),
    ],
  ]
  return (
    <Card className={styles.bar}>
      <ul className={styles.checks}>
        {checks.map(([mark, words]) => (
          <li key={words} className={styles[mark]}>
            {MARKS[mark]}
            {words}
          </li>
        ))}
      </ul>
      <div className={styles.acts}>
        {day.earlier_seal && (
          <span className={styles.note}>
            <Stamp size={16} strokeWidth={1.75} aria-hidden />{' '}
            {t('conciliation.bench.sealed', {
              seal: `${day.earlier_seal.slice(0, 4)}·${day.earlier_seal.slice(4, 8)}`,
            })}
          </span>
        )}
        {day.asked_at && (
          <span className={styles.note}>
            {t('conciliation.bench.asked', {
              by: day.asked_by ?? '',
              at: formatTime(day.asked_at, language),
            })}
          </span>
        )}
        <Acts day={day} />
      </div>
    </Card>
  )
}

function Acts({ day: { id, state, mine, account_name, without_cause } }: { day: Day }) {
  const shared = {
    command: 'conciliation:day:decide',
    id,
    thing: account_name,
    permissions: MAY_CLOSE,
  } as const
  switch (state) {
    case 'open':
    case 'ready':
      return (
        <ChoiceButton
          {...shared}
          choice="ask_close"
          variant="primary"
          needed={without_cause.amount ? ['reason'] : []}
        />
      )
    case 'closing':
      return (
        <>
          <ChoiceButton {...shared} choice="keep" />
          <ChoiceButton {...shared} choice="close" variant="primary" disabled={mine} />
        </>
      )
    case 'closed':
      return <ChoiceButton {...shared} choice="ask_reopen" needed={['reason']} />
    case 'reopening':
      return (
        <>
          <ChoiceButton {...shared} choice="keep" />
          <ChoiceButton {...shared} choice="reopen" variant="primary" disabled={mine} />
        </>
      )
  }
}
