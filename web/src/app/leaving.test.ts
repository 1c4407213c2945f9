import { beforeEach, expect, it, vi } from 'vitest'
import { browser } from './leaving'
import { pause } from './pause'
import { call, logout, startSession } from './session'
import { fakeNetwork, HttpResponse, http, madeToken, refused } from './test-kit'

// A file of its own: these tests leave their page.
const network = fakeNetwork()
const toSignIn = vi.fn<() => void>()
const reload = vi.fn<() => void>()

beforeEach(() => {
  Object.assign(browser, { toSignIn, reload })
  toSignIn.mockReset()
  reload.mockReset()
})

const get = () => call(new Request(new URL('/v1/payin/charges', location.origin)))

it('a call that is cut off because the page is left ends nothing', async () => {
  startSession(madeToken(1), 'r1')
  network.use(
    http.get('*', () => refused(401, 'unauthorized')),
    http.post('*/auth/refresh', () => {
      dispatchEvent(new Event('pagehide'))
      return HttpResponse.error()
    }),
  )
  const settled = vi.fn<() => void>()
  void get().then(settled, settled)
  await vi.waitFor(() => expect(localStorage.getItem('token')).toBeNull())
  await pause(50)
  expect(settled).not.toHaveBeenCalled()
  expect(localStorage.getItem('refresh_token')).toBe('r1')
  expect(toSignIn).not.toHaveBeenCalled()
})

it('whoever signs out has calls on their way cut off, starts no more, and sees nothing when coming back', async () => {
  startSession(madeToken(600), 'r1')
  const asked = vi.fn<() => void>()
  let cut = false
  network.use(
    http.get('*', async ({ request }) => {
      asked()
      request.signal.addEventListener('abort', () => {
        cut = true
      })
      await pause(5000)
      return refused(401, 'unauthorized')
    }),
    http.post('*/auth/logout', () => HttpResponse.json({})),
  )
  const settled = vi.fn<() => void>()
  void get().then(settled, settled)
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce())
  const left = logout()
  void get().then(settled, settled)
  await left
  await vi.waitFor(() => expect(cut).toBe(true))
  expect(asked).toHaveBeenCalledOnce()
  expect(settled).not.toHaveBeenCalled()
  expect(toSignIn).toHaveBeenCalledOnce()

  dispatchEvent(new Event('pageshow'))
  expect(reload).toHaveBeenCalledOnce()
})
