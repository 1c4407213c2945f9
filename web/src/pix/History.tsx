import { useLanguage, useT } from '../app/i18n'
import { formatDay, formatMoney } from '../kit/format'
import { Moments } from '../kit/record/Moments'
import type { Tone } from '../ui/Badge'
import { type ScheduleRecord, wordOf } from './pix'

const TONES: readonly [RegExp, Tone][] = [
  [/(rejected|failed|missed|skipped)$/, 'error'],
  [/(approved|paid|accepted)$/, 'success'],
  [/under_review$/, 'atention'],
]

/** What happened to a recurrence, or to the charge of one of its cycles. */
export function History({ timeline }: { timeline: ScheduleRecord['timeline'] }) {
  const t = useT('pix')
  const language = useLanguage()
  return (
    <Moments
      title={t('pix.card.timeline')}
      moments={timeline.filter(({ kind }) => kind !== 'payin:payment:settled')}
      word={(group, value) => wordOf(t, group, value)}
      more={({ data }) => {
        const { amount, code, due_on }: { amount?: unknown; code?: unknown; due_on?: unknown } = data
        return [
          typeof amount === 'number' && formatMoney({ amount, currency: 'BRL' }, language),
          typeof due_on === 'string' && formatDay(due_on, language),
          typeof code === 'string' && wordOf(t, 'codes.cause', code),
        ]
      }}
      tones={TONES}
    />
  )
}
