// @vitest-environment node
import { expect, it } from 'vitest'
import en from '../../public/locales/en/approvals.json'
import pt from '../../public/locales/pt/approvals.json'
import { COMMANDS } from '../app/commands'

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
