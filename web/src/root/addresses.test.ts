import { expect, it } from 'vitest'
import written from '../../public/routes.json'
import { ENTRIES } from '../app/entries'
import { makeRouter } from './router'
import './routes'

const NOT_FOUND = '/dashboard/$'

it('the server knows every address of the web, and no other: public/routes.json', () => {
  expect(written).toEqual([...new Set(screens())].toSorted())
})

it('every entry of the menu has a screen', () => {
  const there = new Set(screens())
  expect(ENTRIES.map(({ path }) => path).filter((path) => !there.has(path))).toEqual([])
})

it.each([
  ['/dashboard/', '/dashboard/'],
  ['/dashboard/exchange/banks/list/', '/dashboard/exchange/banks/list'],
])('a slash at the end of %s changes nothing', (address, screen) => {
  expect(makeRouter().matchRoutes(address, {}).at(-1)?.fullPath).toBe(screen)
})

it.each([
  '/dashboard/compliance/Bacen-attributes/partners',
  '/dashboard/compliance/KYC/reasons',
  '/dashboard/Payouts/payments/list',
])('%s, in other letters than its guard reads, is no address', (address) => {
  expect(makeRouter().matchRoutes(address, {}).at(-1)?.fullPath).toBe(NOT_FOUND)
})

function screens(): string[] {
  return Object.keys(makeRouter().routesByPath)
    .filter((path) => path !== NOT_FOUND)
    .map((path) => path.replace(/(?<=.)\/$/, ''))
}
