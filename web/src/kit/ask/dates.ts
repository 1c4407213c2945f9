import { addDays, startOfMonth } from '../calendar'
import type { Period, Preset } from '../list/period'

/** Days and periods as people say them in Portuguese and in English; a numeric date is day and month in both. */

/** First and last day, both inclusive. */
interface Span {
  from?: string
  to?: string
}

const MONTHS = [
  'jan(?:eiro|uary)?',
  'fev(?:ereiro)?|feb(?:ruary)?',
  'mar(?:co|ch)?',
  'abr(?:il)?|apr(?:il)?',
  'mai(?:o)?|may',
  'jun(?:ho|e)?',
  'jul(?:ho|y)?',
  'ago(?:sto)?|aug(?:ust)?',
  'set(?:embro)?|sept?(?:ember)?',
  'out(?:ubro)?|oct(?:ober)?',
  'nov(?:embro|ember)?',
  'dez(?:embro)?|dec(?:ember)?',
]
/** From Monday on. */
const WEEKDAYS = [
  'segunda(?:[- ]feira)?|monday|mon',
  'terca(?:[- ]feira)?|tuesday|tues?',
  'quarta(?:[- ]feira)?|wednesday|wed',
  'quinta(?:[- ]feira)?|thursday|thurs?',
  'sexta(?:[- ]feira)?|friday|fri',
  'sabado|saturday|sat',
  'domingo|sunday|sun',
]
const MONTH = `(?:${MONTHS.join('|')})`
const WEEKDAY = `(?:${WEEKDAYS.join('|')})`
const DAY_NUMBER = String.raw`(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|o)?`
const YEAR = String.raw`20\d\d`
const OF_YEAR = `(?: (?:de |do |of )?${YEAR})?`
const UNIT =
  '(?:minutes?|mins?|minutos?|hours?|horas?|days?|dias?|weeks?|semanas?|months?|mes(?:es)?|years?|anos?)'

/** One day, one week, one month: whatever has a first and a last day. The first that matches is meant. */
const SPANS: readonly [RegExp, (found: string[], today: string) => Span | Preset | null][] = [
  [/^(\d{4}-\d{2}-\d{2})$/, ([, day]) => oneDay(day!)],
  [
    /^(?:dia )?(\d{1,2})\/(\d{1,2})(?:\/(\d{2,4}))?$/,
    ([, day, month, year], today) => oneDay(dateOf(Number(day), Number(month), year, today)),
  ],
  [
    new RegExp(
      `^(?:o |the )?(?:dia )?(${DAY_NUMBER})(?: de| of)? (${MONTH})(?: (?:de |do |of )?(${YEAR}))?$`,
    ),
    ([, day, month, year], today) => oneDay(dateOf(Number.parseInt(day!, 10), monthOf(month!), year, today)),
  ],
  [
    new RegExp(`^(?:the )?(${MONTH}) (${DAY_NUMBER})(?: (${YEAR}))?$`),
    ([, month, day, year], today) => oneDay(dateOf(Number.parseInt(day!, 10), monthOf(month!), year, today)),
  ],
  [
    new RegExp(`^(?:o )?dia (${DAY_NUMBER})$`),
    ([, day], today) => oneDay(latestDay(Number.parseInt(day!, 10), today)),
  ],
  [/^the (\d{1,2})(?:st|nd|rd|th)$/, ([, day], today) => oneDay(latestDay(Number(day), today))],
  [
    new RegExp(
      `^(?:(?:o )?mes de |the month of )?(${MONTH})(?: (?:de |do |of )?(${YEAR}|passado|ano passado|last year))?$`,
    ),
    ([, month, year], today) => wholeMonth(monthOf(month!), year, today),
  ],
  [
    new RegExp(`^(?:o ano de |ano |the year )?(${YEAR})$`),
    ([, year]) => ({ from: `${year}-01-01`, to: `${year}-12-31` }),
  ],
  [
    new RegExp(
      `^(?:last |a ultima |ultima |o ultimo |ultimo |na ultima |the last )?(${WEEKDAY})(?: passad[oa])?$`,
    ),
    ([, day], today) =>
      oneDay(
        weekdayBefore(
          WEEKDAYS.findIndex((each) => whole(each).test(day!)),
          today,
        ),
      ),
  ],
  [/^(?:hoje|hj|today|this morning|this afternoon|agora|(?:dia )?de hoje)$/, () => 'today'],
  [/^(?:ontem|yesterday|(?:dia )?de ontem)$/, () => 'yesterday'],
  [/^(?:anteontem|(?:the )?day before yesterday|antes de ontem)$/, (_, today) => oneDay(addDays(today, -2))],
  [
    /^(?:(?:n?est[ae]|n?ess[ae]|this|a|the|da) (?:semana|week)|(?:the )?current week|semana (?:atual|corrente))$/,
    (_, today) => ({ from: mondayOf(today) }),
  ],
  [
    /^(?:(?:the |a |na )?(?:last|previous|ultima) (?:week|semana)|(?:a |na )?semana (?:passada|anterior))$/,
    (_, today) => ({ from: addDays(mondayOf(today), -7), to: addDays(mondayOf(today), -1) }),
  ],
  [
    /^(?:(?:o |no |the |last |este |this )*(?:fim de semana|final de semana|weekend)(?: passado)?)$/,
    (_, today) => ({ from: addDays(mondayOf(today), -2), to: addDays(mondayOf(today), -1) }),
  ],
  [
    /^(?:(?:n?este|n?esse|this|the|o|do) (?:mes|month)|(?:the )?current month|mes (?:atual|corrente))$/,
    () => 'month',
  ],
  [
    /^(?:(?:the |o |no )?(?:last|previous|ultimo) (?:month|mes)|(?:o |no )?mes (?:passado|anterior))$/,
    () => 'last_month',
  ],
  [
    /^(?:(?:n?este|n?esse|this|the|o|do) (?:ano|year)|(?:the )?current year|ano (?:atual|corrente)|year to date)$/,
    (_, today) => ({ from: `${today.slice(0, 4)}-01-01` }),
  ],
  [
    /^(?:(?:the |o )?(?:last|previous|ultimo) (?:year|ano)|(?:o |no )?ano (?:passado|anterior))$/,
    (_, today) => wholeYear(Number(today.slice(0, 4)) - 1),
  ],
  [
    /^(?:(?:n?este|this|the|o) (?:trimestre|quarter)|trimestre (?:atual|corrente))$/,
    (_, today) => ({ from: quarterOf(today, 0) }),
  ],
  [
    /^(?:(?:the |o )?(?:last|previous|ultimo) (?:quarter|trimestre)|(?:o |no )?trimestre (?:passado|anterior))$/,
    (_, today) => ({ from: quarterOf(today, -1), to: addDays(quarterOf(today, 0), -1) }),
  ],
  [
    /^(?:q|t|(?:o )?trimestre )([1-4])(?: (20\d\d))?$/,
    ([, number, year], today) => {
      const named = year ?? today.slice(0, 4)
      const month = Number(number) * 3 - 2
      const begun = `${named}-${pad(month)}-01` <= today
      const from = `${year || begun ? named : Number(named) - 1}-${pad(month)}-01`
      return { from, to: addDays(startOfMonth(from, 3), -1) }
    },
  ],
  [
    /^(?:all time|ever|de sempre|desde sempre|desde o (?:inicio|comeco)|(?:o |todo o )periodo(?: todo)?|todo o periodo|qualquer data|any date|any time)$/,
    () => 'all',
  ],
  [
    new RegExp(
      `^(?:(?:n?os |n?as |n?o |n?a |the )?(?:last|past|previous|ultim[oa]s?) |ha |(?:em|in) )?(\\d{1,4}|half|meia)(?: an)? (${UNIT})(?: atras| ago)?$`,
    ),
    ([, count, unit], today) => rolling(count!, unit!, today),
  ],
  [/^(?:n?a |n?os |the )?(?:last|past|ultima) (hour|hora)$/, () => '1h'],
]

/** A period in words, without what leads to it; null where it is none. */
function readSpan(text: string, today: string): Span | Preset | null {
  for (const [pattern, mean] of SPANS) {
    const found = pattern.exec(text)
    const meant = found && mean(found, today)
    if (meant) return meant
  }
  return null
}

/** What may stand in a period's words; whether it is one, readSpan() decides. */
const PART = [
  String.raw`(?:(?:the|o|a|os|as|n[oa]s?|n?est[ae]|n?ess[ae]|this|last|past|previous|current|ultim[oa]s?) )*`,
  String.raw`(?:\d{4}-\d{2}-\d{2}|(?:dia )?\d{1,2}/\d{1,2}(?:/\d{2,4})?`,
  `|(?:(?:dia )?${DAY_NUMBER}(?: de| of)? )?${MONTH}(?: (?:do ano )?passado| (?:of )?last year)?(?: ${DAY_NUMBER}(?![\\d.,]))?${OF_YEAR}`,
  `|mes de ${MONTH}${OF_YEAR}|dia ${DAY_NUMBER}|\\d{1,2}(?:st|nd|rd|th)|(?:ano (?:de )?|year )?${YEAR}`,
  `|${WEEKDAY}(?: passad[oa])?|(?:dia )?de (?:hoje|ontem)|hoje|hj|today|this morning|ontem|yesterday|anteontem|day before yesterday`,
  String.raw`|(?:semana|mes|ano|trimestre|week|month|year|quarter)(?: (?:passad[oa]|anterior|atual|corrente|to date))?`,
  String.raw`|(?:fim|final) de semana(?: passado)?|weekend|[qt][1-4](?: 20\d\d)?|periodo(?: todo)?|sempre|all time|hour|hora`,
  String.raw`|(?:\d{1,4}|half(?: an)?|meia) ${UNIT}(?: atras| ago)?)`,
].join('')
const LEADS = {
  since: '(?:since|desde|a partir d[eoa]s?|starting(?: on| from)?)',
  until: '(?:until|till|through|up to|ate|by the end of)',
  before: '(?:before|prior to|anteriores? a[o]?|antes d[eoa]s?)',
  after: '(?:after|posteriores? a[o]?|depois d[eoa]s?|apos)',
  within:
    '(?:on|in|during|of|from|for|over|within|em|n[oa]s?|d[eoa]s?|durante|para|desta|deste|dessa|desse|a|ao)',
}
const ARTICLE = '(?: o| a| os| as| the| dia)?'

interface Reader {
  pattern: RegExp
  mean: (found: string[], today: string) => Period | null
}

const two = (first: string, second: string, today: string): Period | null => {
  let [from, to] = [readSpan(first, today), readSpan(second, today)]
  // "from 1 to 15 November", "1 a 15 de novembro", "Nov 1 to 15": the month is said once.
  const bare = /^(?:dia )?(\d{1,2})(?:st|nd|rd|th|o)?$/
  if (!from && bare.test(first)) from = borrowed(bare.exec(first)![1]!, ends(to, today))
  if (!to && bare.test(second)) to = borrowed(bare.exec(second)![1]!, ends(from, today))
  const [begin, end] = [ends(from, today), ends(to, today)]
  if (!begin?.from || !end) return null
  const last = end.to ?? today
  return begin.from <= last ? { from: begin.from, to: last } : null
}

const SINGLE = String.raw`(?:dia )?\d{1,2}(?:st|nd|rd|th|o)?`
/** Month names that are also other words: "paid out", "may". With nothing before or after them they are those. */
const OTHER_WORDS = /^(?:out|mar|may|mai|set|jun|dec|sun|sat|mon|fri|wed|seg|ago)$/

const READERS: readonly Reader[] = [
  {
    pattern:
      /(?<= )(?:(?:on|of|from|de|em) )?(?:the )?(?:day before yesterday|antes de ontem|anteontem)(?= )/g,
    mean: (_, today) => oneDay(addDays(today, -2)),
  },
  {
    pattern: new RegExp(
      `(?<= )(?:(?:n|d)?a )?(first|second|primeira|segunda|1a|2a) (?:quinzena|half|fortnight) (?:d[eo]|of) (${MONTH}|(?:este |n?esse |this |o )?(?:mes|month)|(?:the |do )?(?:mes passado|last month))(?= )`,
      'g',
    ),
    mean: ([, which, month], today) => {
      const of = ends(readSpan(month!, today), today)?.from
      if (!of) return null
      const early = /^(?:first|primeira|1a)$/.test(which!)
      const first = of.slice(0, 8)
      return early
        ? { from: of, to: `${first}15` }
        : { from: `${first}16`, to: addDays(startOfMonth(of, 1), -1) }
    },
  },
  {
    pattern: new RegExp(
      `(?<= )(?:between|entre|from|d[eoa]|desde|n[oa]s?|em|on|in)?${ARTICLE} ?(${PART}|${SINGLE}) (?:and|e|to|until|till|through|a|ao|ate|-|–|—)${ARTICLE} (${PART}|${SINGLE})(?= )`,
      'g',
    ),
    mean: ([, first, second], today) => two(first!.trim(), second!.trim(), today),
  },
  {
    pattern: new RegExp(`(?<= )${LEADS.before}${ARTICLE} (${PART})(?= )`, 'g'),
    mean: ([, part], today) => {
      const from = ends(readSpan(part!, today), today)?.from
      return from ? { to: addDays(from, -1) } : null
    },
  },
  {
    pattern: new RegExp(`(?<= )${LEADS.after}${ARTICLE} (${PART})(?= )`, 'g'),
    mean: ([, part], today) => {
      const to = ends(readSpan(part!, today), today)?.to
      return to ? { from: addDays(to, 1) } : null
    },
  },
  {
    pattern: new RegExp(`(?<= )${LEADS.since}${ARTICLE} (${PART})(?= )`, 'g'),
    mean: ([, part], today) => {
      if (part === 'sempre') return { preset: 'all' }
      const from = ends(readSpan(part!, today), today)?.from
      return from ? { from } : null
    },
  },
  {
    pattern: new RegExp(`(?<= )${LEADS.until}${ARTICLE} (${PART})(?= )`, 'g'),
    mean: ([, part], today) => {
      const span = ends(readSpan(part!, today), today)
      const to = span?.to ?? (span?.from && today)
      return to ? { to } : null
    },
  },
  {
    pattern: new RegExp(`(?<= )(${LEADS.within} )?(${PART})(?= )`, 'g'),
    mean: ([, lead, part], today) => {
      if (!lead && OTHER_WORDS.test(part!)) return null
      const span = readSpan(part!, today) ?? readSpan(`${lead ?? ''}${part}`, today)
      return typeof span === 'string' ? { preset: span } : span
    },
  },
]

export interface FoundPeriod {
  period: Period
  from: number
  to: number
}

/** The first period that a folded line speaks of. */
export function findPeriod(line: string, today: string): FoundPeriod | null {
  for (const { pattern, mean } of READERS) {
    for (const found of line.matchAll(pattern)) {
      const period = mean([...found], today)
      if (period) return { period, from: found.index, to: found.index + found[0].length }
    }
  }
  return null
}

const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`)
const monthOf = (word: string) => MONTHS.findIndex((each) => whole(each).test(word)) + 1
const oneDay = (day: string | null): Span | null => (day && exists(day) ? { from: day, to: day } : null)
const pad = (number: number) => String(number).padStart(2, '0')
const exists = (day: string) => {
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}
const mondayOf = (day: string) => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
const weekdayBefore = (weekday: number, today: string) => {
  const back = ((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7) - weekday
  return addDays(today, -(back > 0 ? back : back + 7))
}
const wholeYear = (year: number): Span => ({ from: `${year}-01-01`, to: `${year}-12-31` })

/** Without a year: the latest such day that is not in the future. */
function dateOf(day: number, month: number, year: string | undefined, today: string): string | null {
  if (year) return `${year.length === 2 ? `20${year}` : year}-${pad(month)}-${pad(day)}`
  const now = Number(today.slice(0, 4))
  const tried = [now, now - 1].map((each) => `${each}-${pad(month)}-${pad(day)}`)
  return tried.find((each) => each <= today && exists(each)) ?? null
}

function latestDay(day: number, today: string): string | null {
  const months = [0, -1, -2].map((back) => startOfMonth(today, back).slice(0, 8))
  return months.map((month) => `${month}${pad(day)}`).find((each) => each <= today && exists(each)) ?? null
}

function wholeMonth(month: number, year: string | undefined, today: string): Span {
  const now = Number(today.slice(0, 4))
  if (year === 'ano passado' || year === 'last year') return wholeMonth(month, String(now - 1), today)
  const begun = `${now}-${pad(month)}-01` <= today
  const from = `${year && year !== 'passado' ? year : begun ? now : now - 1}-${pad(month)}-01`
  return { from, to: addDays(startOfMonth(from, 1), -1) }
}

function quarterOf(today: string, back: number): string {
  const month = Number(today.slice(5, 7)) - 1
  return startOfMonth(today, back * 3 - (month % 3))
}

const ROLLING: Readonly<Record<string, Preset>> = { 7: '7d', 30: '30d', 90: '90d', 365: '365d' }

/** The last so many days, today among them. */
function rolling(count: string, unit: string, today: string): Span | Preset | null {
  const number = /^\d+$/.test(count) ? Number(count) : 0.5
  if (number === 0) return null
  if (unit.startsWith('min')) return number === 30 ? '30m' : number === 60 ? '1h' : { from: today }
  if (/^(?:hour|hora)/.test(unit)) {
    const preset = ({ 0.5: '30m', 1: '1h', 6: '6h' } as const)[number]
    return preset ?? { from: addDays(today, -Math.ceil(number / 24)) }
  }
  const days = /^(?:week|semana)/.test(unit)
    ? number * 7
    : /^(?:month|mes)/.test(unit)
      ? number * 30
      : /^(?:year|ano)/.test(unit)
        ? number * 365
        : number
  const preset = ROLLING[/^(?:month|mes)/.test(unit) && number === 12 ? 365 : days]
  return preset ?? { from: addDays(today, 1 - Math.ceil(days)) }
}

/** A preset as its days; null for one of minutes, and for all time. */
function ends(span: Span | Preset | null, today: string): Span | null {
  if (typeof span !== 'string') return span
  const day = { today, yesterday: addDays(today, -1) }[span as string]
  if (day) return { from: day, to: day }
  if (span === 'month') return { from: startOfMonth(today) }
  if (span === 'last_month') return { from: startOfMonth(today, -1), to: addDays(startOfMonth(today), -1) }
  const days = /^(\d+)d$/.exec(span)
  return days && { from: addDays(today, 1 - Number(days[1])) }
}

/** A day of the month that the other end named. */
function borrowed(day: string, other: Span | null): Span | null {
  const month = (other?.from ?? other?.to)?.slice(0, 8)
  return month ? oneDay(`${month}${pad(Number(day))}`) : null
}
