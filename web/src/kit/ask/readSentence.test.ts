import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import { DEPOSITS } from '../../account/deposits/list'
import { OMBUDSMAN_LIST } from '../../cases/list'
import { CHARGES } from '../../payin/list'
import { PAYMENTS } from '../../payouts/payments/list'
import { type AskedList, readSentence } from './readSentence'

/** Written by somebody who did not know the grammar; `want` is what a person would choose by hand. */
interface Example {
  language: 'pt' | 'en'
  list: 'charges' | 'payouts' | 'cases' | 'deposits'
  text: string
  want: object
}

const LISTS: Record<Example['list'], AskedList> = {
  charges: CHARGES,
  payouts: PAYMENTS,
  cases: OMBUDSMAN_LIST,
  deposits: DEPOSITS,
}
const examples = JSON.parse(readFileSync(join(import.meta.dirname, 'sentences.json'), 'utf8')) as Example[]

const locales = join(import.meta.dirname, '../../../public/locales')
const texts = new Map<string, unknown>()
function labels(key: string): string[] {
  const [namespace, ...path] = key.split('.')
  return ['en', 'pt'].flatMap((language) => {
    const file = join(locales, language, `${namespace}.json`)
    if (!texts.has(file)) texts.set(file, JSON.parse(readFileSync(file, 'utf8')))
    const text = path.reduce<unknown>(
      (within, name) => (within as Record<string, unknown>)?.[name],
      texts.get(file),
    )
    return typeof text === 'string' ? [text] : []
  })
}

const read = ({ text, list, language }: Example) =>
  readSentence(text, LISTS[list], { labels, language, today: '2026-11-20' })

it.each(['pt', 'en'])('understands what others wrote in %s', (language) => {
  const wrong = examples
    .filter((example) => example.language === language)
    .filter((example) => !isDeepStrictEqual(read(example), example.want))
    .map((example) => [example.list, example.text, read(example), example.want])
  expect(wrong).toEqual([])
})

it('has hundreds of sentences to understand', () => {
  expect(examples.length).toBeGreaterThanOrEqual(300)
})

const say = (text: string, list: Example['list'] = 'charges') =>
  read({ text, list, language: 'en', want: {} })

it.each([
  'Maria de Souza',
  'Loja Aurora Ltda.',
  '%_\\ $(){}[]',
  'a.*b+',
  '\u{1F4B8}\u{1F4B8}',
  'E1823612020261103120012345678901',
])('searches for what it does not understand: %s', (text) => {
  const { search, ...more } = say(text)
  expect(more).toEqual({})
  expect(text).toContain(search ?? '')
})

it.each([
  ['words', 'paid '.repeat(500)],
  ['small words', 'de da do e de a o '.repeat(8)],
  ['numbers', '1.1 e 2,2 a 3 '.repeat(12)],
  ['one long word', 'x'.repeat(5_000)],
])('is through with many %s at once', (_, text) => {
  expect(() => say(text)).not.toThrow()
})

it('takes a day that does not exist for no day, and an amount that is too large for none', () => {
  expect(say('paid on 31/02/2026')).not.toHaveProperty('equals')
  expect(say('above 99999999999999999')).not.toHaveProperty('amountFrom')
})

it('says nothing of what a list does not have', () => {
  expect(say('above 500 this week', 'cases')).not.toMatchObject({ amountFrom: expect.anything() })
  expect(say('above 500 this week', 'cases')).not.toHaveProperty('period')
})
