import { beforeAll, expect, it } from 'vitest'
import { realTexts } from '../../app/test-page'
import { titleOf } from './titleOf'

beforeAll(() => realTexts())

it('names what a list is narrowed by, whether or not it has a column of it', () => {
  const list = { columns: [{ key: 'name', kind: 'text', title: 'payees.column.name' }] } as const
  expect(['name', 'never_paid', 'unheard_of'].map((key) => titleOf<{ name: string }>(list, key))).toEqual([
    'payees.column.name',
    'payees.column.never_paid',
    'unheard_of',
  ])
})
