import { symbolOf } from '../app/currency'
import type { Language } from '../app/i18n'
import { clockAt } from './clock'

export { symbolOf }

/**
 * Numbers, money and moments as a person reads them in their language. Money never becomes a float on its way. What a list
 * shows is put together here: the first formatter of Intl that a page makes costs it a tenth of its first picture.
 */

export interface Money {
  /** Minor units. */
  amount: number
  currency: string
}

/** What stands between thousands, and before the decimals. */
const MARKS: Record<Language, readonly [string, string]> = { pt: ['.', ','], en: [',', '.'] }
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const NO_BREAK = '\u00a0'
/** As wide as a plus sign, and nothing breaks after it. */
const MINUS = '−'

/** A decimal text, "1249.90", with the marks of a language. */
function marked(text: string, language: Language): string {
  const [thousands, decimal] = MARKS[language]
  const [whole = '', decimals] = text.split('.')
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, thousands)
  return decimals === undefined ? grouped : `${grouped}${decimal}${decimals}`
}

const digits = new Map([['BRL', 2]])

/** How many digits a currency has after its separator. */
export function decimalsOf(currency: string): number {
  let count = digits.get(currency)
  if (count === undefined) {
    const options = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    count = options.maximumFractionDigits ?? 2
    digits.set(currency, count)
  }
  return count
}

/** 124990 BRL → "1,249.90" or "1.249,90"; the currency stands elsewhere, once. */
export function formatAmount({ amount, currency }: Money, language: Language): string {
  return marked(decimalText(amount, decimalsOf(currency)), language)
}

/** 124990 BRL → "R$1,249.90", in Portuguese "R$ 1.249,90", in one piece; an ISO code always stands apart. */
export function formatMoney(money: Money, language: Language): string {
  const symbol = symbolOf(money.currency)
  const gap = language === 'pt' || symbol === money.currency ? NO_BREAK : ''
  const size = formatAmount({ ...money, amount: Math.abs(money.amount) }, language)
  return `${money.amount < 0 ? MINUS : ''}${symbol}${gap}${size}`
}

/** Under a heading that names a currency: "1,249.90"; what is in another one says so, "JPY 6,531". */
export const formatUnder = (money: Money, currency: string | undefined, language: Language): string =>
  currency === undefined || money.currency === currency
    ? formatAmount(money, language)
    : formatMoney(money, language)

/** Sums in several currencies: "BRL 1.00 + JPY 5". */
export function formatSums(sums: readonly Money[], language: Language): string {
  return sums.map((sum) => formatMoney(sum, language)).join(' + ')
}

/** Minor units as an exact decimal text. */
function decimalText(amount: number, decimals: number): string {
  const sign = amount < 0 ? MINUS : ''
  const text = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const whole = text.slice(0, text.length - decimals)
  return `${sign}${whole}${decimals ? `.${text.slice(-decimals)}` : ''}`
}

export const formatNumber = (value: number, language: Language): string =>
  marked(String(value).replace('-', MINUS), language)

/** An exact decimal text of the server, such as a rate: "5.4594" → "5.4594" or "5,4594", with every digit. */
export const formatDecimal = (text: string, language: Language): string =>
  marked(text.replace('-', MINUS), language)

/** A percentage as exact as the server tells it: "0.38" → "0.38%" or "0,38%". */
export const formatExactPercent = (percent: string, language: Language): string =>
  `${formatDecimal(percent, language)}%`

/** A share with at most two places, and those only where they say something: 55 → "55%", "33.33" → "33.33%" or "33,33%". */
export const formatShare = (percent: number | string, language: Language): string =>
  `${formatNumber(Math.round(Number(percent) * 100) / 100, language)}%`

/** A thousand, a million and so on, as they stand behind a number. */
const POWERS: Record<Language, readonly string[]> = {
  pt: ['', `${NO_BREAK}mil`, `${NO_BREAK}mi`, `${NO_BREAK}bi`, `${NO_BREAK}tri`],
  en: ['', 'K', 'M', 'B', 'T'],
}

/** About how much, for the edge of a chart: "1.2K", "15M", "0"; in Portuguese "1,2 mil", "15 mi". */
export function formatCompact(value: number, language: Language): string {
  const most = POWERS[language].length - 1
  let power = 0
  let size = value
  // Rounded, 999,950 is a million and not a thousand thousands.
  while (power < most && Math.round(size) >= 1000) {
    size /= 1000
    power += 1
  }
  const rounded = size < 10 ? Math.round(size * 10) / 10 : Math.round(size)
  return marked(String(rounded), language) + POWERS[language][power]
}

/** The server's percentage text: "12.4" → "12.4%" or "12,4%"; signed → "+12.4%". */
export function formatPercent(percent: string, language: Language, signed = false): string {
  const tenths = Number(percent).toFixed(1)
  const size = marked(tenths.replace(/^-/, ''), language)
  const sign = Number(tenths) < 0 ? MINUS : signed && Number(tenths) > 0 ? '+' : ''
  return `${sign}${size}%`
}

/** What people call a zone: "America/Sao_Paulo" → "Brasilia Time", "horário de Brasília". */
export function zoneName(zone: string, language: Language): string {
  const style = { timeZone: zone, timeZoneName: 'longGeneric' } as const
  const parts = new Intl.DateTimeFormat(language === 'pt' ? 'pt-BR' : 'en', style).formatToParts(0)
  const told = parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
  // Of a zone without a summer time nobody says that it is the standard one.
  const name = told.replace(/ (?:Standard|Padrão)\b/u, '')
  return language === 'pt' ? name.charAt(0).toLowerCase() + name.slice(1) : name
}

export interface TimeStyle {
  /** `auto`: the year only when it is not this one, where many stand below each other. */
  year?: 'auto' | 'always'
  time?: 'minutes' | 'seconds' | 'none'
  /** An IANA name; the person's own without it. */
  zone?: string
}

const two = (number: number) => String(number).padStart(2, '0')

/** "20 Nov 2026, 18:53", or "20 Nov, 18:53:07" without the year; in Portuguese "20/11/2026 18:53", "20/11 18:53:07". */
export function formatTime(at: string | Date, language: Language, style: TimeStyle = {}): string {
  const { year = 'always', time = 'minutes', zone } = style
  const shown = clockAt(new Date(at), zone)
  const years = year === 'always' || shown.year !== clockAt(new Date(), zone).year ? [shown.year] : []
  const day =
    language === 'pt'
      ? [two(shown.day), two(shown.month), ...years].join('/')
      : [shown.day, MONTHS[shown.month - 1], ...years].join(' ')
  if (time === 'none') return day
  const clock = [shown.hour, shown.minute, ...(time === 'seconds' ? [shown.second] : [])].map(two).join(':')
  return `${day}${language === 'pt' ? ' ' : ', '}${clock}`
}

/** A day of the server (yyyy-mm-dd) → "20 Nov 2026"; in Portuguese "20/11/2026". */
export function formatDay(day: string, language: Language): string {
  return formatTime(`${day.slice(0, 10)}T12:00:00Z`, language, { time: 'none', zone: 'UTC' })
}

/** 2026-01 as "January 2026". */
export function formatMonth(month: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
}

/** "17:47:09". */
export function formatClock(at: string): string {
  const { hour, minute, second } = clockAt(new Date(at))
  return [hour, minute, second].map(two).join(':')
}

/** A CPF or CNPJ with its punctuation; what is masked already, or neither, stays as it is. */
export function formatDocument(text: string): string {
  if (/^\d{11}$/.test(text)) return text.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4')
  if (/^[\dA-Z]{12}\d\d$/.test(text)) return text.replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5')
  return text
}

/** A long id, by its ends: "E0000…H0L". */
export function shortId(id: string): string {
  return id.length > 12 ? `${id.slice(0, 5)}…${id.slice(-4)}` : id
}
