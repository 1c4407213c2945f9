import type { Answer } from '../../app/api'
import type { Language } from '../../app/i18n'
import { type Translate, wordsOf } from '../../app/i18n'
import { formatDay } from '../../kit/format'
import type { Status } from '../../kit/list/definition'

/** What a split of payouts is, as the server tells it, and where its screens are. */

export type SplitRow = Answer<'/v1/payouts/splits', 'get'>[number]
export type RunRow = Answer<'/v1/payouts/split-runs', 'get'>[number]
export type Split = Answer<'/v1/payouts/splits/{id}', 'get'>
export type Run = Split['runs'][number]

export const SPLITS_PATH = '/dashboard/payouts/splits/list'
export const RUNS_PATH = '/dashboard/payouts/splits/runs'
export const splitPath = (id: string) => `/dashboard/payouts/splits/${id}`

export const MAY_WRITE = ['payout::splits:write']

export const STATUSES: readonly Status[] = [
  { value: 'draft', tone: 'neutral', label: 'payoutSplits.status.draft' },
  { value: 'approved', tone: 'info', label: 'payoutSplits.status.approved' },
  { value: 'active', tone: 'success', label: 'payoutSplits.status.active' },
  { value: 'retired', tone: 'neutral', label: 'payoutSplits.status.retired' },
]

export const wordOf = wordsOf('payoutSplits')

/** When a split runs, in words. */
export function rhythmOf(
  t: Translate,
  { rhythm, weekday, month_day }: Pick<Split, 'rhythm' | 'weekday' | 'month_day'>,
): string {
  if (rhythm === 'weekly') return t('payoutSplits.weekly_on', { day: t(`payoutSplits.weekday.${weekday}`) })
  if (rhythm === 'monthly') return t('payoutSplits.monthly_on', { day: String(month_day) })
  return wordOf(t, 'rhythm', rhythm)
}

/** One day, or the first and the last of several. */
export function daysOf({ from_day, to_day }: Pick<Run, 'from_day' | 'to_day'>, language: Language): string {
  const first = formatDay(from_day, language)
  return from_day === to_day ? first : `${first} – ${formatDay(to_day, language)}`
}
