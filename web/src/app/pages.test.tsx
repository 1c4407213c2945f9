import { beforeAll, expect, it } from 'vitest'
import { NotFound, Rendering, Unauthorized } from './pages'
import { draw, realTexts } from './test-page'

beforeAll(() => realTexts())

it.each([
  ['waits', <Rendering key="r" />, 'Rendering...'],
  ['refuses', <Unauthorized key="u" />, 'You are unauthorized'],
  ['misses', <NotFound key="n" />, '404'],
  ['misses in words', <NotFound key="w" />, 'Seems nothing could be found'],
])('a page that %s says so in the words of the specification', async (_, page, words) => {
  await draw(page)
  expect(document.body.textContent).toContain(words)
})
