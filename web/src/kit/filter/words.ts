import type { Language, Translate } from '../../app/i18n'
import { formatAmount, formatTime } from '../format'
import { type Period, rangeOf } from '../list/period'
import type { ListState } from '../list/search'

/** Filters in words, for their chips and for the line under the title. */

export function periodWords(t: Translate, language: Language, period: Period, zone: string): string {
  if ('preset' in period) return t(`kit.period.${period.preset}`)
  const { from, to } = rangeOf(period, new Date(), zone)
  const day = (at: Date, text = '') =>
    formatTime(at, language, { year: 'auto', time: text.includes('T') ? 'minutes' : 'none', zone })
  if (from && to) {
    const [first, last] = [day(from, period.from), day(to, period.to)]
    return first === last ? first : t('kit.period.between', { from: first, to: last })
  }
  if (from) return t('kit.period.since', { from: day(from, period.from) })
  return to ? t('kit.period.until', { to: day(to, period.to) }) : t('kit.period.all')
}

/** The period as the end of a sentence: "in the last 30 days", "on 20 Nov". */
export function inPeriodWords(t: Translate, language: Language, period: Period, zone: string): string {
  if ('preset' in period) return t(`kit.in_period.${period.preset}`)
  const { from, to } = rangeOf(period, new Date(), zone)
  const [first, last] = [from, to].map((at) =>
    at ? formatTime(at, language, { year: 'auto', time: 'none', zone }) : '',
  )
  if (first && last)
    return t(`kit.in_period.${first === last ? 'day' : 'between'}`, { from: first, to: last })
  return first ? t('kit.in_period.since', { from: first }) : t('kit.in_period.until', { to: last ?? '' })
}

export function amountWords(
  language: Language,
  { amountFrom, amountTo }: Pick<ListState, 'amountFrom' | 'amountTo'>,
): string {
  const show = (amount: number) => formatAmount({ amount, currency: 'BRL' }, language)
  if (amountFrom !== null && amountFrom === amountTo) return `= ${show(amountFrom)}`
  if (amountFrom !== null && amountTo !== null) return `${show(amountFrom)} – ${show(amountTo)}`
  if (amountFrom !== null) return `≥ ${show(amountFrom)}`
  return amountTo === null ? '' : `≤ ${show(amountTo)}`
}
