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

function screens(): string[] {
  return Object.keys(makeRouter().routesByPath)
    .filter((path) => path !== NOT_FOUND)
    .map((path) => path.replace(/(?<=.)\/$/, ''))
}
