import { expect, it, vi } from 'vitest'
import { setForceViewMainFilter } from '../../app/state'
import { acting, find, press, shows } from '../../app/test-page'
import { listTests, rows } from '../list/test-list'

vi.mock('../list/useNarrow', () => ({ useNarrow: () => true, useCards: () => true }))

const { serve, open } = listTests()
const opener = () => find('button', 'Filters (2)')

it('on a phone filters fold behind a button that counts them, and open when the store forces them to', async () => {
  serve(() => rows(10), { 'X-Total': '10' })
  await open('?status=paid&amount_from=100')
  await shows('row-9')
  const chip = find('button', 'Status Paid')
  expect(opener().getAttribute('aria-expanded')).toBe('false')
  expect(chip.closest('[hidden]')).not.toBeNull()

  await press(opener())
  expect(chip.closest('[hidden]')).toBeNull()
  await press(opener())
  expect(chip.closest('[hidden]')).not.toBeNull()

  await acting(() => setForceViewMainFilter(true))
  expect(opener().getAttribute('aria-expanded')).toBe('true')
  expect(chip.closest('[hidden]')).toBeNull()
  await press(opener())
  expect(opener().getAttribute('aria-expanded')).toBe('false')
})
