import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { setConfig } from '../app/config'
import { browser } from '../app/leaving'
import { testConfig } from '../app/test-kit'
import { acting, draw, find, press, realTexts, shows } from '../app/test-page'
import { followVersion, version } from '../app/version'
import { Notices } from './Notices'

const reload = vi.fn<() => void>()
const asked: RequestInit[] = []
let answer: () => Response

const manifest = (text: string) => () =>
  new Response(text, { headers: { 'Content-Type': 'application/json; charset=utf-8' } })

// Its code is fetched when it is needed; here it is there, so that a busy machine is not taken for a wrong one.
beforeAll(() => Promise.all([realTexts(), import('./NewVersion')]))
beforeEach(() => {
  setConfig(testConfig)
  version.set({ stored: null, accepted: null, offered: false })
  asked.length = 0
  answer = manifest('one')
  Object.assign(browser, { reload: reload.mockReset() })
  localStorage.setItem('token', 'secret')
  localStorage.setItem('acceptCookie', 'true')
  vi.useFakeTimers()
  vi.spyOn(globalThis, 'fetch').mockImplementation((address, init = {}) => {
    expect(address).toBe('/asset-manifest.json')
    asked.push(init)
    return Promise.resolve(answer())
  })
})
afterEach(() => vi.useRealTimers())

const minute = () => acting(() => vi.advanceTimersByTimeAsync(60_000))

async function following() {
  const stop = followVersion()
  await acting(() => vi.advanceTimersByTimeAsync(0))
  return stop
}

describe('the version', () => {
  it('is looked at once a minute, without a token', async () => {
    const stop = await following()
    expect([version.get().stored, asked.length]).toEqual(['one', 1])
    await acting(() => vi.advanceTimersByTimeAsync(59_999))
    expect(asked).toHaveLength(1)
    await acting(() => vi.advanceTimersByTimeAsync(1))
    expect(asked).toHaveLength(2)
    for (const init of asked) expect(init).toMatchObject({ credentials: 'omit', cache: 'no-store' })
    expect(asked.some((init) => 'headers' in init)).toBe(false)
    stop()
    await minute()
    expect(asked).toHaveLength(2)
  })

  it('that is new is offered at the bottom left, and taken by fetching it again and starting anew', async () => {
    const stop = await following()
    await draw(<Notices />)
    await minute()
    expect(find('[role=status]').textContent).toBe('')
    answer = manifest('two')
    await minute()
    vi.useRealTimers()
    await shows('A new version is here')
    await press(find('button', 'Upgrade now'))
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(version.get()).toEqual({ stored: 'one', accepted: 'two', offered: false })
    stop()
  })

  it('that was accepted is not offered again while the page stays, and the next one is', async () => {
    const stop = await following()
    version.set({ accepted: 'two' })
    answer = manifest('two')
    await minute()
    expect(version.get().offered).toBe(false)
    answer = manifest('three')
    await minute()
    expect(version.get().offered).toBe(true)
    stop()
  })

  it.each([
    ['an error', () => new Response('down', { status: 503 })],
    ['a page instead', () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } })],
    ['no answer', () => Response.error()],
  ])('is not judged by %s', async (_, bad) => {
    const stop = await following()
    answer = bad
    await minute()
    expect(version.get()).toEqual({ stored: 'one', accepted: null, offered: false })
    stop()
  })
})
