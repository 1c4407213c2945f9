import { language as chosen, type Language } from '../app/i18n'

/** Numbers, money and moments as a person reads them in their language. Money never becomes a float on its way. */

export interface Money {
  /** Minor units. */
  amount: number
  currency: string
}

const LOCALES: Record<Language, string> = { pt: 'pt-BR', en: 'en-US' }
const NO_BREAK = '\u00a0'

const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

/** Formatters are dear to make and are asked for in every cell of a list. */
function kept<F extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => F): F {
  const found = made.get(key) ?? make()
  made.set(key, found)
  return found as F
}

const digits = new Map<string, number>()

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
  const decimals = decimalsOf(currency)
  const number = kept(
    `${language} ${decimals}`,
    () =>
      new Intl.NumberFormat(LOCALES[language], {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      }),
  )
  return number.format(decimalText(amount, decimals))
}

/** 124990 BRL → "BRL 1,249.90" or "BRL 1.249,90", in one piece. */
export function formatMoney(money: Money, language: Language): string {
  return `${money.currency}${NO_BREAK}${formatAmount(money, language)}`
}

/** Minor units as an exact decimal text, which Intl reads without rounding. */
function decimalText(amount: number, decimals: number): Intl.StringNumericLiteral {
  const sign = amount < 0 ? '-' : ''
  const text = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const whole = text.slice(0, text.length - decimals)
  return `${sign}${whole}${decimals ? `.${text.slice(-decimals)}` : ''}` as Intl.StringNumericLiteral
}

export function formatNumber(value: number, language: Language): string {
  return kept(`${language} number`, () => new Intl.NumberFormat(LOCALES[language])).format(value)
}

/** The server's percentage text: "12.4" → "12.4 %" or "12,4 %"; signed → "+12.4 %". */
export function formatPercent(percent: string, language: Language, signed = false): string {
  const number = kept(
    `${language} percent ${signed}`,
    () =>
      new Intl.NumberFormat(LOCALES[language], {
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
        signDisplay: signed ? 'exceptZero' : 'auto',
      }),
  )
  const text = number.format(percent as Intl.StringNumericLiteral)
  return `${text.replace('-', '−')}${NO_BREAK}%`
}

export interface TimeStyle {
  /** `auto`: the year only when it is not this one. */
  year?: 'auto' | 'always'
  time?: 'minutes' | 'seconds' | 'none'
  /** An IANA name; the person's own without it. */
  zone?: string
}

/** "20 Nov, 18:53", "20 Nov 2025, 18:53:07"; in Portuguese "20 nov, 18:53". */
export function formatTime(at: string | Date, language: Language, style: TimeStyle = {}): string {
  const { year = 'auto', time = 'minutes', zone } = style
  const moment = typeof at === 'string' ? new Date(at) : at
  const parts = partsOf(moment, language, zone)
  const day = [parts.day, parts.month]
  if (year === 'always' || parts.year !== partsOf(new Date(), language, zone).year) day.push(parts.year)
  const clock = [parts.hour, parts.minute, ...(time === 'seconds' ? [parts.second] : [])].join(':')
  return time === 'none' ? day.join(' ') : `${day.join(' ')}, ${clock}`
}

/** "17:47:09". */
export function formatClock(at: string, language: Language): string {
  const { hour, minute, second } = partsOf(new Date(at), language)
  return `${hour}:${minute}:${second}`
}

function timeFormat(language: Language, zone?: string): Intl.DateTimeFormat {
  return kept(
    `${language} parts ${zone}`,
    () =>
      new Intl.DateTimeFormat(language === 'pt' ? 'pt-BR' : 'en-GB', {
        timeZone: zone,
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        hourCycle: 'h23',
      }),
  )
}

function partsOf(moment: Date, language: Language, zone?: string) {
  const shown = timeFormat(language, zone).formatToParts(moment)
  const parts = Object.fromEntries(shown.map(({ type, value }) => [type, value]))
  const { day = '', month = '', year = '', hour = '', minute = '', second = '' } = parts
  // Portuguese writes "nov."; British English "Sept", which no other month does.
  return { day, month: month.replace('.', '').slice(0, 3), year, hour, minute, second }
}

let zoneOfClock: string | undefined

/** The zone in which this person's clock runs. */
export function ownZone(): string {
  // Of a formatter that is needed anyway.
  zoneOfClock ??= timeFormat(chosen()).resolvedOptions().timeZone
  return zoneOfClock
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
