import type { Language } from '../../app/i18n'
import { readAmount } from '../../ui/amountText'

/** Amounts and their comparisons as people say them; bounds are inclusive minor units. */

export interface FoundAmount {
  from: number
  to: number
  bounds: { amountFrom?: number; amountTo?: number }
}

const TIMES: readonly [RegExp, number][] = [
  [/^(?:k|mil|thousand|grand)$/, 1_000],
  [/^(?:m|mi|mm|milhao|milhoes|millions?)$/, 1_000_000],
  [/^(?:bi|bilhao|bilhoes|billions?)$/, 1_000_000_000],
]
const MULTIPLES = 'k|mil|thousand|grand|mi|mm|m|milhao|milhoes|millions?|bi|bilhao|bilhoes|billions?'
const COIN = '(?: ?(?:reais|real|brl|r\\$|bucks))?'
const NUMBER = `(?:(?:r\\$|brl|rs) ?)?(?:\\d+(?:[.,]\\d+)* ?(?:${MULTIPLES})?|mil|um milhao|cem|a thousand|a million)${COIN}`
const OF_VALUE = '(?:(?:o |um |an? |the )?(?:valor(?:es)?|amounts?|values?|worth)(?: (?:de|of|is|e))? )?'

/** What leads to an amount, and the bounds that it then means; `step` is one minor unit. */
const LEADS: readonly [string, (amount: number) => FoundAmount['bounds']][] = [
  [
    '(?:at least|no less than|not less than|from|starting (?:at|from)|min(?:imum)?(?: of)?|pelo menos|ao menos|no minimo|nao menos (?:de|que|do que)|a partir de|minimo de|(?:maior(?:es)?|superior(?:es)?|mais) (?:que )?ou igua(?:l|is) a|(?:greater|more) than or equal(?: to)?|>=|≥)',
    (amount) => ({ amountFrom: amount }),
  ],
  [
    '(?:at most|up to|no more than|not more than|max(?:imum)?(?: of)?|ate|no maximo|nao mais (?:de|que|do que)|maximo de|(?:menor(?:es)?|inferior(?:es)?) (?:que )?ou igua(?:l|is) a|less than or equal(?: to)?|<=|≤)',
    (amount) => ({ amountTo: amount }),
  ],
  [
    '(?:above|over|more than|greater than|bigger than|larger than|higher than|exceeding|beyond|acima d[eo]s?|mais d[eo]s?(?: que)?|mais (?:que|do que)|maior(?:es)? (?:que|do que|de)|superior(?:es)? a|passando de|que passem de|alem de|>)',
    (amount) => ({ amountFrom: amount + 1 }),
  ],
  [
    '(?:below|under|less than|smaller than|lower than|cheaper than|abaixo d[eo]s?|menos (?:de|que|do que)|menor(?:es)? (?:que|do que|de)|inferior(?:es)? a|<)',
    (amount) => ({ amountTo: amount - 1 }),
  ],
]
const AFTER: readonly [string, (amount: number) => FoundAmount['bounds']][] = [
  [
    '(?:or|ou) (?:more|above|over|higher|mais|acima|maior)|(?:para|pra) cima|and (?:up|above)|no minimo|at least',
    (amount) => ({ amountFrom: amount }),
  ],
  [
    '(?:or|ou) (?:less|below|under|lower|menos|abaixo|menor)|(?:para|pra) baixo|and (?:below|under)|no maximo|at most',
    (amount) => ({ amountTo: amount }),
  ],
]
const BETWEEN = new RegExp(
  `(?<= )(?:(?:between|entre|from|d[eo]) )?${OF_VALUE}(${NUMBER}) (?:and|e|to|a|ate|-|–|—) (${NUMBER})(?= )`,
  'g',
)
const EXACT = new RegExp(
  `(?<= )(?:exactly|exatamente|equal to|igua(?:l|is) a|no valor (?:exato )?de|com valor de|in the amount of|worth|valor|of|d[eo]|for|por|=)(?: (?:exactly|exatamente|r\\$))? (${NUMBER})(?= )`,
  'g',
)
/** Nothing leads to it; that it is money is written on it. */
const ALONE = new RegExp(
  `(?<= )((?:r\\$|brl|rs) ?\\d+(?:[.,]\\d+)* ?(?:${MULTIPLES})?|\\d+(?:[.,]\\d+)* ?(?:${MULTIPLES})?(?: de)? (?:reais|real|brl)|\\d+(?:[.]\\d{3})*,\\d{2}|\\d+(?:[,]\\d{3})*\\.\\d{2})(?= )`,
  'g',
)

/** The first amount that a folded line speaks of. */
export function findAmount(line: string, language: Language): FoundAmount | null {
  const at = (found: RegExpMatchArray, bounds: FoundAmount['bounds']): FoundAmount => ({
    from: found.index!,
    to: found.index! + found[0].length,
    bounds,
  })
  for (const found of line.matchAll(BETWEEN)) {
    // "de 50 a 80 mil": what is said of the second is meant of the first.
    const named = / ?(k|mil|mi|m|milhoes|milhao|thousand|million)(?: reais)?$/.exec(found[2]!)?.[1]
    const alike =
      named && !/[a-z]/.test(found[1]!.replace(/r\$|reais/, '')) ? `${found[1]} ${named}` : found[1]!
    const [low, high] = [minorOf(alike, language), minorOf(found[2]!, language)]
    if (low !== null && high !== null && low <= high) return at(found, { amountFrom: low, amountTo: high })
  }
  for (const [lead, mean] of LEADS) {
    const pattern = new RegExp(`(?<= )${OF_VALUE}${lead} ?${OF_VALUE}(${NUMBER})(?= )`, 'g')
    for (const found of line.matchAll(pattern)) {
      const amount = minorOf(found[1]!, language)
      if (amount !== null) return at(found, mean(amount))
    }
  }
  for (const [tail, mean] of AFTER) {
    for (const found of line.matchAll(new RegExp(`(?<= )(?:d[eo] |of )?(${NUMBER}) (?:${tail})(?= )`, 'g'))) {
      const amount = minorOf(found[1]!, language)
      if (amount !== null) return at(found, mean(amount))
    }
  }
  const more = /(?<= )(?:r\$ )?(\d+(?:[.,]\d+)*)\+(?= )/.exec(line)
  const least = more && minorOf(more[1]!, language)
  if (more && least) return at(more, { amountFrom: least })
  for (const pattern of [EXACT, ALONE]) {
    for (const found of line.matchAll(pattern)) {
      const amount = minorOf(found[1]!, language)
      if (amount !== null) return at(found, { amountFrom: amount, amountTo: amount })
    }
  }
  return null
}

/** "1,5 mil" → 150000; null for what is no amount. */
function minorOf(text: string, language: Language): number | null {
  const said = text.replaceAll(/r\$|reais|real|brl|rs|bucks/g, '').trim()
  const worded = {
    mil: 100_000,
    'um milhao': 100_000_000,
    cem: 10_000,
    'a thousand': 100_000,
    'a million': 100_000_000,
  }[said]
  if (worded) return worded
  const [, digits, word] = /^(\d+(?:[.,]\d+)*) ?([a-z]+)?(?: de)?$/.exec(said) ?? []
  if (!digits) return null
  const times = word ? TIMES.find(([pattern]) => pattern.test(word))?.[1] : 1
  if (!times) return null
  if (times > 1 && /^\d+[.,]\d{1,2}$/.test(digits))
    return Math.round(Number(digits.replace(',', '.')) * times * 100)
  const read = readAmount(digits, 2, language)
  // "1.234" of a person who writes the other language: thousands, cents of cents are none.
  const amount =
    'wrong' in read && read.wrong === 'ambiguous'
      ? Number(digits.replaceAll(/[.,]/g, '')) * 100
      : 'minor' in read
        ? read.minor
        : null
  return amount === null ? null : amount * times
}
