import { beforeAll, expect, it, vi } from 'vitest'
import { browser } from '../app/leaving'
import { draw, realTexts } from '../app/test-page'
import { LoadFailed, NotFound, Rendering, Unauthorized } from './pages'

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

it('a script that was tried for until the network came back is loaded again by itself', async () => {
  const reload = vi.spyOn(browser, 'reload').mockReturnValue(undefined)
  dispatchEvent(new Event('online'))
  expect(reload).not.toHaveBeenCalled()
  await draw(<LoadFailed />)
  expect(reload).toHaveBeenCalled()
})
