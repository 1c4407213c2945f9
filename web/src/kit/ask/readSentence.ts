import type { Language } from '../../app/i18n'
import type { ListDefinition } from '../list/definition'
import type { ListState } from '../list/listState'
import { writePeriod } from '../list/period'
import { findAmount } from './amounts'
import { findPeriod } from './dates'
import { fold, type Sentence, sentenceOf, without } from './tokens'
import { BESIDE, CHOICE_WORDS, FILLERS, NOT, ORDERS, STATE_WORDS, WITHIN_NAMES } from './vocabulary'

/** What a grammar needs to know of a list. */
export type AskedList = Pick<
  ListDefinition<never>,
  'status' | 'choices' | 'typed' | 'days' | 'amount' | 'period' | 'search' | 'order'
> & { columns: readonly { key: string; title: string; sortable?: boolean }[] }

export interface Asking {
  /** The texts of a key in each language that people may write. */
  labels: (key: string) => readonly string[]
  language: Language
  /** `2026-11-20`. */
  today: string
}

/** Nobody asks in so many words: more is a pasted text. */
const MOST_WORDS = 60

/** What the sentence says of the list; what it does not speak of is left out. */
export type Wanted = Partial<ListState>

const DOCUMENT =
  /(?<= )(?:(?:cpf|cnpj|documento|document|doc|tax id)(?: (?:numero|number|n|no|do|da|of))? )?(\d{3}\.\d{3}\.\d{3}-\d{2}|\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}|\d{14}|\d{11})(?= )/
const LABELLED = /(?:cpf|cnpj|documento|document|doc|tax id)/

/**
 * Reads a sentence in Portuguese or English as filters, order and search of a list. What it does not understand is searched
 * for, as it was typed.
 */
export function readSentence(text: string, list: AskedList, asking: Asking): Wanted {
  const sentence = sentenceOf(text)
  if (sentence.tokens.length > MOST_WORDS) return { search: text }
  const reading = new Reading(sentence, list, asking)
  reading.documents()
  reading.top()
  reading.periods()
  reading.amounts()
  reading.states()
  reading.choices()
  reading.orders()
  reading.typed()
  reading.search()
  return reading.wanted
}

class Reading {
  readonly wanted: Wanted = {}
  private readonly sentence: Sentence
  private readonly list: AskedList
  private readonly asking: Asking
  /** What was not understood yet. */
  private line: string

  constructor(sentence: Sentence, list: AskedList, asking: Asking) {
    this.sentence = sentence
    this.list = list
    this.asking = asking
    this.line = sentence.line
  }

  private take(from: number, to: number): void {
    this.line = without(this.line, from, to)
  }

  private titlesOf(key: string): readonly string[] {
    const title = this.list.columns.find((column) => column.key === key)?.title
    return title ? this.asking.labels(title) : []
  }

  /** Takes the first place of a pattern that stands between whole words. */
  private find(pattern: string): RegExpExecArray | null {
    const found = new RegExp(`(?<= )(?:${pattern})(?= )`).exec(this.line)
    if (found) this.take(found.index, found.index + found[0].length)
    return found
  }

  private put(key: string, value: string): void {
    this.wanted.equals = { ...this.wanted.equals, [key]: value }
  }

  documents(): void {
    const column = this.list.typed?.find(({ kind }) => kind === 'document')
    const found = DOCUMENT.exec(this.line)
    if (!found) return
    if (column) {
      this.put(column.key, found[1]!.replaceAll(/\D/g, ''))
      this.take(found.index, found.index + found[0].length)
    } else if (LABELLED.test(found[0])) {
      this.take(found.index, found.index + found[0].length - found[1]!.length - 1)
    }
  }

  periods(): void {
    const { days = [], period } = this.list
    for (const key of days) {
      for (const lead of this.daysLeads(key)) {
        const place = new RegExp(`(?<= )(?:${lead}) (?=\\S)`).exec(this.line)
        if (!place) continue
        const rest = place.index + place[0].length - 1
        const found = findPeriod(this.line.slice(rest), this.asking.today)
        if (found?.from !== 1) continue
        this.put(key, writePeriod(found.period))
        this.take(place.index, rest + found.to)
        break
      }
    }
    const found = period ? findPeriod(this.line, this.asking.today) : null
    if (!found) return
    this.wanted.period = found.period
    this.take(found.from, found.to)
  }

  /** What names a column of days in a sentence: "paid on", "data de pagamento". */
  private daysLeads(key: string): string[] {
    // A title of one word, "Paid", is the word of a state too.
    const title = this.titlesOf(key)
      .map(fold)
      .filter((each) => each.includes(' '))
      .map(escape)
    const more =
      key === 'paid_at'
        ? [
            'paid on(?: the)?',
            'pag[oa]s? (?:em|no(?= dia)|na data(?: de)?)',
            'payment date(?: is| of| on)?',
            'data d[eo] pagamento(?: e| em| de)?',
            'com pagamento em',
          ]
        : []
    return [...more, ...title]
  }

  top(): void {
    if (!this.list.amount) return
    const found = this.find(
      '(?:the |os |as )?top (?:10|ten|dez)|(?:the |os |as )?(?:10|dez|ten) (?:maiores|biggest|largest|highest)|(?:maiores|biggest|largest) (?:10|dez|ten)',
    )
    if (!found) return
    this.wanted.order = { by: this.list.amount, sort: 'desc' }
    this.wanted.perPage = 10
  }

  amounts(): void {
    if (!this.list.amount) return
    for (let turn = 0; turn < 2; turn++) {
      const found = findAmount(this.line, this.asking.language)
      if (!found) return
      Object.assign(this.wanted, found.bounds)
      this.take(found.from, found.to)
    }
  }

  states(): void {
    const { status } = this.list
    if (!status) return
    const known = status.values.map(({ value, label }) => ({
      value,
      own: [value.replaceAll('_', ' '), ...this.asking.labels(label)].map(patternOf),
      more: STATE_WORDS[value] ? [STATE_WORDS[value]] : [],
    }))
    // A list's own words first, and of all the longest: "partially refunded" is not "refunded".
    const words = (['own', 'more'] as const).map((which) =>
      known.flatMap(({ value, ...each }) => each[which].map((pattern) => ({ value, pattern }))),
    )
    const places: { at: number; end: number; negative: boolean; values: string[] }[] = []
    for (let turn = 0; turn < 8; turn++) {
      const found = words
        .flatMap((each, rank) => each.map((word) => ({ ...word, rank, place: this.placeOf(word.pattern) })))
        .filter(({ place }) => place !== null)
        .toSorted(
          (one, other) =>
            other.place!.length - one.place!.length ||
            Number(one.place!.negative) - Number(other.place!.negative) ||
            one.rank - other.rank,
        )
      const [best] = found
      if (!best?.place) break
      const { at, length, negative } = best.place
      const values = found
        .filter(
          ({ rank, place }) =>
            rank === best.rank && place?.at === at && place.length === length && place.negative === negative,
        )
        .map(({ value }) => value)
      places.push({ at, end: at + length, negative, values })
      this.take(at, at + length)
    }
    const chosen = new Set<string>()
    const left = new Set<string>()
    let before: (typeof places)[number] | undefined
    for (const place of places.toSorted((one, other) => one.at - other.at)) {
      // "Neither paid nor expired", "except cancelled and refused": one word denies them all.
      const between = before && this.sentence.line.slice(before.end, place.at)
      if (before?.negative && between && BESIDE.test(between)) {
        place.negative = true
        this.take(before.end, place.at)
      }
      for (const value of place.values) (place.negative ? left : chosen).add(value)
      before = place
    }
    if (left.size) {
      chosen.clear()
      for (const { value } of known) if (!left.has(value)) chosen.add(value)
    }
    if (chosen.size)
      this.wanted.status = status.values.flatMap(({ value }) => (chosen.has(value) ? [value] : []))
  }

  private placeOf(pattern: string): { at: number; length: number; negative: boolean } | null {
    const found = new RegExp(`(?<= )(${NOT} ?)?(?:${pattern})(?= )`).exec(this.line)
    const unpaid = found ? null : new RegExp(`(?<= )un(?:${pattern})(?= )`).exec(this.line)
    const place = found ?? unpaid
    return place && { at: place.index, length: place[0].length, negative: Boolean(unpaid ?? found?.[1]) }
  }

  choices(): void {
    for (const { key, options } of this.list.choices ?? []) {
      const words = options
        .flatMap(({ value, label }) =>
          [...this.asking.labels(label).flatMap(namesIn), CHOICE_WORDS[`${key}:${value}`] ?? ''].map(
            (text, place, all) => ({
              value,
              text,
              // The last one is a pattern already.
              pattern: place === all.length - 1 ? text : `${KIND}${patternOf(text)}`,
            }),
          ),
        )
        .filter(({ text }) => text.length > 2 && (!FILLERS.has(text) || text === 'pix') && !ALWAYS.has(text))
        .toSorted((one, other) => other.text.length - one.text.length)
      const found = words.find(({ pattern }) => this.find(pattern))
      if (found) this.put(key, found.value)
    }
  }

  orders(): void {
    for (const { pattern, by, sort } of ORDERS) {
      const key = this.orderedBy(by)
      if (!key) continue
      if (!this.find(pattern)) continue
      this.wanted.order ??= { by: key, sort }
      return
    }
  }

  private orderedBy(by: (typeof ORDERS)[number]['by']): string | undefined {
    const { amount, period, order, columns } = this.list
    const wanted = {
      amount: [amount],
      time: [period ?? order.by],
      due: ['due_on', 'due_date', 'expires_at'],
    }[by]
    return columns.find(({ key, sortable }) => sortable && wanted.includes(key))?.key
  }

  /** "reference A-17": the title of a column that is narrowed by what is typed, and one word after it. */
  typed(): void {
    for (const { key, kind } of this.list.typed ?? []) {
      if (kind === 'document') continue
      const title = [...this.titlesOf(key), key].map(patternOf).join('|')
      const found = new RegExp(`(?<= )(?:${title}) ([^\\s\\u0001]+)(?= )`).exec(this.line)
      if (!found) continue
      const end = found.index + found[0].length
      const word = this.sentence.tokens.find(({ to }) => to === end)
      if (!word) continue
      this.put(key, word.text)
      this.take(found.index, end)
    }
  }

  /** What is left, without the small words around it. */
  search(): void {
    const { tokens } = this.sentence
    const shouted = tokens.every(({ text }) => text === text.toUpperCase())
    const kinds = tokens.map(({ text, starts, from, to }) => {
      if (this.line.slice(from, to).includes('\u0001')) return 'read'
      if (!/[\p{L}\p{N}]/u.test(text)) return 'small'
      const folded = fold(text)
      const named =
        !starts && !shouted && /^\p{Lu}./u.test(text) && !WITHIN_NAMES.has(folded) && !folded.includes("'")
      if (named && !/^(?:pix|cpf|cnpj|med)$/.test(folded)) return 'word'
      return FILLERS.has(folded) || /^(?:days?|dias?|date|data|on|em)$/.test(folded) ? 'small' : 'word'
    })
    const parts: string[] = []
    kinds.forEach((kind, place) => {
      if (kind !== 'word') return
      // "Maria de Souza" is one name, small words within.
      let before = place - 1
      while (before >= 0 && kinds[before] === 'small' && WITHIN_NAMES.has(fold(tokens[before]!.text)))
        before--
      if (kinds[before] === 'word' && parts.length)
        parts.push(...tokens.slice(before + 1, place).map(({ text }) => text))
      parts.push(tokens[place]!.text.replaceAll(/^"|"$/g, ''))
    })
    if (parts.length && this.list.search) this.wanted.search = parts.join(' ')
  }
}

/** Labels that are nobody's word for one value. */
const ALWAYS = new Set([
  'sim',
  'nao',
  'yes',
  'no',
  'without',
  'sem',
  'outros',
  'outro',
  'other',
  'others',
  'none',
  'nenhum',
])
const KIND = '(?:(?:do|de|of) (?:tipo|kind|type) |(?:tipo|kind|type) )?'

const escape = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** "Banco Central (RDR)" has two names. */
const namesIn = (label: string) =>
  [label, ...label.split(/[()]/)].map((part) => fold(part).trim()).filter(Boolean)

/** A label as people inflect it: "Pago" is also pagas, "With a refund" also with refunds. */
function patternOf(label: string): string {
  const words = fold(label)
    .replaceAll(/[(),:;"]/g, '')
    .split(/\s+/)
    .filter(Boolean)
  return words
    .map((word) => {
      if (/^(?:a|an|the)$/.test(word)) return `(?:${word} )?`
      const stem = escape(word)
      if (word.endsWith('ao')) return `${stem.slice(0, -2)}(?:ao|oes|aos) `
      if (/[oa]s$/.test(word)) return `${stem.slice(0, -2)}[oa]s? `
      if (/[oa]$/.test(word)) return `${stem.slice(0, -1)}[oa]s? `
      return /[a-z]$/.test(word) && word.length > 3 ? `${stem}s? ` : `${stem} `
    })
    .join('')
    .trimEnd()
}
