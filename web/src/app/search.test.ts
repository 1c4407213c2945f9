// @vitest-environment node
import { expect, it } from 'vitest'
import { parseSearch, stringifySearch } from './search'

it('what looks like a number or JSON stays a text', () => {
  expect(parseSearch('?page=2&search=48210&status=paid,pending&reference=%7B%7D')).toEqual({
    page: '2',
    search: '48210',
    status: 'paid,pending',
    reference: '{}',
  })
})

it('an address is written as people read it', () => {
  expect(stringifySearch({ status: 'paid,pending', page: 2, search: undefined })).toBe(
    '?status=paid,pending&page=2',
  )
  expect(stringifySearch({})).toBe('')
})
