import { expect, it } from 'vitest'
import written from '../../public/routes.json'
import { ENTRIES } from '../app/entries'
import { makeRouter } from './routes'

const NO_SCREEN = '/dashboard/$'

it('the server knows every address of the web, and no other: public/routes.json', () => {
  const screens = Object.keys(makeRouter().routesByPath).filter((path) => path !== NO_SCREEN)
  // An entry of the menu without a screen says so, which is a page as well.
  const entries = ENTRIES.map(({ path }) => path)
  const all = [...screens, ...entries].map((path) => path.replace(/(?<=.)\/$/, ''))
  expect(written).toEqual([...new Set(all)].toSorted())
})
