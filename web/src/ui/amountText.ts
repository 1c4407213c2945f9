import type { Language } from '../app/i18n'

/** How people write an amount, read as whole minor units; what could mean two things, or is none, is told and not guessed. */

export type Wrong = 'sign' | 'letters' | 'ambiguous' | 'unreadable' | 'too_large'

export type AmountText = { minor: number | null } | { wrong: Wrong }

const MOST_DIGITS = 13
/** Of the language: what stands between thousands. */
const GROUPS: Record<Language, string> = { pt: '.', en: ',' }

/** "50", "1.234,56", "1234.56" and "R$ 1,234" → minor units; null where nothing is written. */
export function readAmount(text: string, decimals: number, language: Language): AmountText {
  const bare = text.replace(/^\s*(?:R\$|BRL)|%\s*$|\s/g, '')
  if (!bare) return { minor: null }
  if (/[-−+–()]/.test(bare)) return { wrong: 'sign' }
  if (/[^\d.,]/.test(bare)) return { wrong: 'letters' }
  const mark = bare[bare.search(/[.,]\d*$/)]
  const [whole = '', fraction = ''] = mark ? splitAtLast(bare, mark) : [bare]
  const others = whole.replaceAll(/\d/g, '')
  if (mark && isGrouped(bare, mark)) {
    // "1.234": a thousand and more where the language parts thousands so, and cents of cents nowhere.
    if (!others && decimals > 0 && mark !== GROUPS[language]) return { wrong: 'ambiguous' }
    return minorOf(bare.replaceAll(mark, ''), '', decimals)
  }
  if (fraction.length > decimals || (others && !isGrouped(whole, mark === ',' ? '.' : ','))) {
    return { wrong: 'unreadable' }
  }
  return minorOf(whole.replaceAll(/[.,]/g, ''), fraction, decimals)
}

function splitAtLast(text: string, mark: string): [string, string] {
  const place = text.lastIndexOf(mark)
  return [text.slice(0, place), text.slice(place + 1)]
}

/** "1.234.567" with its points. */
const isGrouped = (text: string, mark: string) =>
  text.includes(mark) && new RegExp(`^[1-9]\\d{0,2}(?:\\${mark}\\d{3})+$`).test(text)

function minorOf(whole: string, fraction: string, decimals: number): AmountText {
  const digits = (whole + fraction.padEnd(decimals, '0')).replace(/^0+/, '')
  if (digits.length > MOST_DIGITS) return { wrong: 'too_large' }
  return { minor: digits ? Number(digits) : null }
}

/** At a till: digits come in from the right, so a separator is never typed; null when there is none. */
export function readDigits(text: string): number | null {
  const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '').slice(0, MOST_DIGITS)
  return digits ? Number(digits) : null
}

/** 1249990 → "12,499.90" (en) or "12.499,90" (pt). */
export function typedMoney(minor: number, decimals: number, language: Language): string {
  const digits = String(minor).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals).replaceAll(/\B(?=(\d{3})+$)/g, GROUPS[language])
  return decimals ? `${whole}${language === 'pt' ? ',' : '.'}${digits.slice(-decimals)}` : whole
}
