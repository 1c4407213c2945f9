import { expect, it } from 'vitest'
import { queries } from '../../app/queries'
import { readAgain } from './subjects'

const KEYS = [
  ['list', 'payin.payments', 2],
  ['list', 'tools.tasks', 2],
  ['list', 'recurrence-charges'],
  ['record', 'payin.payment', 2, 'a'],
  ['record', 'tools.task', 2, 'b'],
  ['trail', 'charges', 2, 'a'],
  ['sdk', 'key', 2],
  ['companies'],
  ['me'],
] as const

/** What is read again, of one query of each kind. */
function stale(...done: Parameters<typeof readAgain>): string[] {
  queries.clear()
  for (const key of KEYS) queries.setQueryData(key, 'there')
  readAgain(...done)
  return KEYS.filter((key) => queries.getQueryState(key)?.isInvalidated).map((key) =>
    key.slice(0, 2).join(' '),
  )
}

it('reads again what shows the subject of the Command, and nothing of another section', () => {
  expect(stale('payin:charge:cancel')).toEqual([
    'list payin.payments',
    'list recurrence-charges',
    'record payin.payment',
    'trail charges',
  ])
  expect(stale('hooks:endpoint:test')).toContain('sdk key')
  expect(stale('companies:company:block')).toContain('companies')
})

it('reads every list and record again once somebody has decided: it may have been anything', () => {
  expect(stale('approvals:request:approve')).toEqual([
    'list payin.payments',
    'list tools.tasks',
    'list recurrence-charges',
    'record payin.payment',
    'record tools.task',
    'trail charges',
  ])
})

it('does not ask for the record of what is no more', () => {
  expect(stale('payin:charge:cancel', true)).not.toContain('record payin.payment')
})
