import { expect, it, vi } from 'vitest'
import { pause } from './pause'
import { browser, call, startSession } from './session'
import { fakeNetwork, HttpResponse, http, madeToken, refused } from './test-kit'

// A file of its own: the page that this test leaves never comes back.
const network = fakeNetwork()
const toSignIn = vi.fn<() => void>()
Object.assign(browser, { toSignIn })

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
  void call(new Request(new URL('/v1/payin/payments', location.origin))).then(settled, settled)
  await vi.waitFor(() => expect(localStorage.getItem('token')).toBeNull())
  await pause(50)
  expect(settled).not.toHaveBeenCalled()
  expect(localStorage.getItem('refresh_token')).toBe('r1')
  expect(toSignIn).not.toHaveBeenCalled()
})
