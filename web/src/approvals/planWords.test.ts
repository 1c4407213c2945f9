// @vitest-environment node
import { expect, it } from 'vitest'
import en from '../../public/locales/en/approvals.json'
import pt from '../../public/locales/pt/approvals.json'
import { COMMANDS } from '../app/commands'
import { FIELDS, STATES } from '../payouts/contracts/contract'
import { valueOf } from './planWords'

/** What can be approved has a name there; of these fields each value has a word of its own, as an approver reads it. */
const CHOICES = Object.entries(COMMANDS)
  .filter(([name]) => name.replaceAll(':', '_') in en.command)
  .flatMap(([name, { fields }]) =>
    fields.flatMap((field) =>
      ('choices' in field ? field.choices : []).map((value) => ({
        name,
        key: `${field.name.split('.').at(-1)}_${value}`.toLowerCase(),
      })),
    ),
  )

it.each([
  ['en', en.value],
  ['pt', pt.value],
])('every value that an approver may meet has a word in %s', (_, words) => {
  expect(CHOICES.length).toBeGreaterThan(60)
  expect(CHOICES.filter(({ key }) => !(key in words))).toEqual([])
})

it('tells what a contract is compared by as money', () => {
  const told = (field: string, value: string) => valueOf((key) => key, 'en', field, value)
  expect(told('most_once', '9000050 BRL')).toBe('R$90,000.50')
  expect(told('payout_fee', '150 BRL + 0.50% min 200 max 500')).toBe('R$1.50 + 0.50% min R$2.00 max R$5.00')
  expect(told('reason', '150 reais')).toBe('150 reais')
})

it.each([
  ['en', en],
  ['pt', pt],
])('each field of a contract and each of its states has a word in %s', (_, words) => {
  const fields: Readonly<Record<string, string>> = words.field
  expect(FIELDS.filter((name) => !fields[name] || !fields[`${name}_state`])).toEqual([])
  expect(STATES.filter(({ value }) => !(value in words.state))).toEqual([])
})
