import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { api } from './api'
import { byItself } from './byItself'
import { setConfig } from './config'
import { LOGOUT_WAIT, REFRESH_PAUSE } from './constants'
import { forgetEnd, wasEnded } from './ended'
import { browser } from './leaving'
import { call, endSession, followOtherTabs, freshToken, isSignedIn, logout, startSession } from './session'
import { authentication, clearSession, setAccount, setUser, type User } from './state'
import { fakeNetwork, HttpResponse, http, madeToken, refused, testConfig } from './test-kit'

const network = fakeNetwork()
const toSignIn = vi.fn<() => void>()
const reload = vi.fn<() => void>()
const old = madeToken(60)
const fresh = madeToken(600)

beforeEach(() => {
  clearSession()
  forgetEnd()
  Object.assign(browser, { toSignIn, reload })
  toSignIn.mockReset()
  reload.mockReset()
})

const get = (path: string, headers = {}) => call(new Request(new URL(path, location.origin), { headers }))
const post = (path: string, headers = {}) =>
  call(new Request(new URL(path, location.origin), { method: 'POST', body: '{"amount":1}', headers }))

/** A server that takes only `token`, and hands out `fresh` for the refresh token. */
function serverThatTakes(token: string) {
  const seen: { path: string; bearer: string | null; headers: Headers; body: string }[] = []
  const handle = async ({ request }: { request: Request }) => {
    const bearer = request.headers.get('Authorization')
    const { pathname } = new URL(request.url)
    seen.push({ path: pathname, bearer, headers: request.headers, body: await request.text() })
    if (pathname === '/auth/refresh') return HttpResponse.json({ token: fresh, refreshToken: 'r2' })
    return bearer === `Bearer ${token}` ? HttpResponse.json({ fine: true }) : refused(401, 'unauthorized')
  }
  network.use(http.all('*', handle))
  return seen
}

describe('a call', () => {
  it('carries the access token and the chosen merchant', async () => {
    startSession(old, 'r1')
    setAccount({ id: 2, name: 'Loja Aurora', unique: false })
    const seen = serverThatTakes(old)
    expect((await get('/v1/payin/charges')).status).toBe(200)
    expect(seen[0]!.headers.get('X-Account')).toBe('2')
    expect(seen[0]!.headers.get('Idempotency-Key')).toBeNull()
  })

  it('echoes the cross-site cookie and has a key of its own when it changes something', async () => {
    document.cookie = 'XSRF-TOKEN=a%3Db; path=/'
    startSession(old, 'r1')
    const seen = serverThatTakes(old)
    await get('/v1/payin/charges')
    await post('/v1/payin/charges')
    await post('/v1/payin/charges', { 'Idempotency-Key': 'mine' })
    expect(seen.map(({ headers }) => headers.get('X-XSRF-TOKEN'))).toEqual([null, 'a=b', 'a=b'])
    expect(seen[1]!.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{32,36}$/)
    expect(seen[2]!.headers.get('Idempotency-Key')).toBe('mine')
    document.cookie = 'XSRF-TOKEN=; path=/; max-age=0'
  })

  it('that the page makes by itself says so, to our server only', async () => {
    startSession(old, 'r1')
    const seen = serverThatTakes(old)
    const calls: Promise<unknown>[] = []
    byItself(() => {
      calls.push(get('/v1/by-itself'), call(new Request('https://viacep.com.br/ws/01001000/json/')))
    })
    calls.push(get('/v1/by-a-person'))
    await Promise.all(calls)
    const marks = Object.fromEntries(seen.map(({ path, headers }) => [path, headers.get('X-Poll')]))
    expect(marks).toEqual({ '/v1/by-itself': '1', '/ws/01001000/json/': null, '/v1/by-a-person': null })
  })

  it('that is refused for want of a second factor makes the person one who must set it up', async () => {
    startSession(old, 'r1')
    const user = { permissions: ['a', 'auth::twoFactor'], sensitive: false } as Partial<User> as User
    setUser(user)
    network.use(http.get('*', () => refused(403, 'forbidden'), { once: true }))
    await get('/v1/payin/charges')
    network.use(http.get('*', () => refused(403, 'second_factor_demanded')))
    const said = await get('/v1/payin/charges')
    expect(((await said.json()) as { message: string }).message).toBe('second_factor_demanded')
    await vi.waitFor(() =>
      expect(authentication.get().user).toMatchObject({ sensitive: true, permissions: ['a'] }),
    )
  })

  it('about a second factor or a password goes to the auth host whole, the others to that of the API', async () => {
    setConfig({ ...testConfig, apiHost: 'https://api.example', authHost: 'https://auth.example' })
    onTestFinished(() => setConfig(testConfig))
    document.cookie = 'XSRF-TOKEN=a%3Db; path=/'
    startSession(old, 'r1')
    const seen: unknown[] = []
    network.use(
      http.all('*', async ({ request }) => {
        const name = (header: string) => request.headers.get(header)
        seen.push([request.url, name('Authorization'), name('X-XSRF-TOKEN'), await request.text()])
        return HttpResponse.json({})
      }),
    )
    await api.POST('/auth/twoFactor', { body: { digits: '123456', secret: 's' } as never })
    await api.POST('/auth/password', { body: { oldPassword: 'a', newPassword: 'b' } as never })
    await api.GET('/rbac/me')
    expect(seen).toEqual([
      ['https://auth.example/auth/twoFactor', `Bearer ${old}`, 'a=b', '{"digits":"123456","secret":"s"}'],
      ['https://auth.example/auth/password', `Bearer ${old}`, 'a=b', '{"oldPassword":"a","newPassword":"b"}'],
      ['https://api.example/rbac/me', `Bearer ${old}`, null, ''],
    ])
  })

  it('tells another host nothing of ours', async () => {
    startSession(old, 'r1')
    setAccount({ id: 2, name: 'Loja Aurora', unique: false })
    const seen = serverThatTakes(old)
    await call(new Request('https://viacep.com.br/ws/01001000/json/'))
    expect(seen[0]!.bearer).toBeNull()
    expect(seen[0]!.headers.get('X-Account')).toBeNull()
  })

  it('without an answer fails with the text of the specification', async () => {
    network.use(http.get('*', () => HttpResponse.error()))
    await expect(get('/v1/payin/charges')).rejects.toThrow('Network Error')
  })
})

describe('after a 401', () => {
  it('a new token is fetched and the same request repeated once, body and key included', async () => {
    startSession(old, 'r1')
    const seen = serverThatTakes(fresh)
    localStorage.setItem('token', 'stale')
    const response = await post('/v1/payin/charges')
    expect(response.status).toBe(200)
    expect(seen.map(({ path }) => path)).toEqual(['/v1/payin/charges', '/auth/refresh', '/v1/payin/charges'])
    expect(seen[1]!.bearer).toBe('Bearer r1')
    expect(seen[2]!.body).toBe('{"amount":1}')
    expect(seen[2]!.headers.get('Idempotency-Key')).toBe(seen[0]!.headers.get('Idempotency-Key'))
    expect(authentication.get()).toMatchObject({ token: fresh, refresh_token: 'r2' })
    expect(toSignIn).not.toHaveBeenCalled()
  })

  it('the person is still signed in while the new token is on its way, and no longer when none comes', async () => {
    startSession('stale', 'r1')
    const seen: boolean[] = []
    network.use(
      http.post('*/auth/refresh', () => {
        expect(localStorage.getItem('token')).toBeNull()
        seen.push(isSignedIn())
        return refused(401, 'unauthorized')
      }),
      http.get('*', () => refused(401, 'unauthorized')),
    )
    await expect(get('/v1/a')).rejects.toThrow('401')
    expect(seen).toEqual([true])
    expect(isSignedIn()).toBe(false)
  })

  it('many calls cause one refresh', async () => {
    startSession(old, 'r1')
    localStorage.setItem('token', 'stale')
    const seen = serverThatTakes(fresh)
    const responses = await Promise.all(Array.from({ length: 8 }, (_, n) => get(`/v1/a/${n}`)))
    expect(responses.every(({ status }) => status === 200)).toBe(true)
    expect(seen.filter(({ path }) => path === '/auth/refresh')).toHaveLength(1)
  })

  it('a token that another call brought meanwhile is kept and used', async () => {
    startSession('stale', 'r1')
    const seen = serverThatTakes(fresh)
    network.use(
      http.get(
        '*/v1/a',
        () => {
          localStorage.setItem('token', fresh)
          return refused(401, 'unauthorized')
        },
        { once: true },
      ),
    )
    expect((await get('/v1/a')).status).toBe(200)
    expect(seen.map(({ path }) => path)).toEqual(['/v1/a'])
  })

  it('a second 401 ends the session', async () => {
    startSession('stale', 'r1')
    serverThatTakes('another')
    expect((await get('/v1/a')).status).toBe(401)
    expect(toSignIn).toHaveBeenCalledOnce()
    expect(localStorage.getItem('refresh_token')).toBeNull()
    expect(wasEnded()).toBe(true)
  })

  it('a refused refresh leaves alone the session that somebody has opened meanwhile', async () => {
    startSession('stale', 'r1')
    const said: string[] = []
    network.use(
      http.post('*/auth/refresh', () => {
        localStorage.setItem('token', fresh)
        localStorage.setItem('refresh_token', 'r9')
        return refused(401, 'unauthorized')
      }),
      http.post('*/auth/logout', () => {
        said.push('logout')
        return HttpResponse.json({})
      }),
      http.get('*', () => refused(401, 'unauthorized')),
    )
    await expect(get('/v1/a')).rejects.toThrow('401')
    expect(reload).toHaveBeenCalledOnce()
    expect(toSignIn).not.toHaveBeenCalled()
    expect(localStorage.getItem('refresh_token')).toBe('r9')
    expect(said).toEqual([])
  })

  it('a refused refresh ends the session', async () => {
    startSession('stale', 'r1')
    network.use(http.all('*', () => refused(401, 'unauthorized')))
    await expect(get('/v1/a')).rejects.toThrow('Request failed with status code 401')
    expect(toSignIn).toHaveBeenCalledOnce()
    expect(authentication.get().token).toBeNull()
    expect(wasEnded()).toBe(true)
  })

  it('a refresh that is not answered ends the session at the server too: nobody else holds its tokens', async () => {
    startSession('stale', 'r1')
    const left: (string | null)[] = []
    network.use(
      http.get('*', () => refused(401, 'unauthorized')),
      http.post('*/auth/refresh', () => HttpResponse.error()),
      http.post('*/auth/logout', ({ request }) => {
        left.push(request.headers.get('Authorization'))
        return HttpResponse.json({})
      }),
    )
    await expect(get('/v1/a')).rejects.toThrow('Network Error')
    expect(toSignIn).toHaveBeenCalledOnce()
    expect(isSignedIn()).toBe(false)
    await vi.waitFor(() => expect(left).toEqual(['Bearer r1']))
  })

  it.each(['/auth/login', '/auth/forgot', '/auth/logout', '/auth/refresh'])(
    '%s is not repeated',
    async (path) => {
      startSession(old, 'r1')
      let calls = 0
      network.use(
        http.post('*', () => {
          calls += 1
          return refused(401, 'unauthorized')
        }),
      )
      expect((await post(path)).status).toBe(401)
      expect(calls).toBe(1)
      expect(localStorage.getItem('token')).toBe(old)
      expect(toSignIn).not.toHaveBeenCalled()
    },
  )
})

describe('a fresh token', () => {
  it('is the stored one while that is valid', async () => {
    startSession(old, 'r1')
    expect(await freshToken()).toBe(old)
  })

  it('is a new one where the stored one was refused, however valid it looks', async () => {
    startSession(old, 'r1')
    serverThatTakes(fresh)
    expect(await freshToken(old)).toBe(fresh)
    expect(localStorage.getItem('token')).toBe(fresh)
  })

  it('comes after a pause of 150 ms', async () => {
    startSession('stale', 'r1')
    serverThatTakes(fresh)
    const start = performance.now()
    expect(await freshToken()).toBe(fresh)
    expect(performance.now() - start).toBeGreaterThanOrEqual(REFRESH_PAUSE - 5)
  })
})

describe('leaving', () => {
  it('tells the server with the refresh token, then forgets', async () => {
    startSession(old, 'r1')
    const seen = serverThatTakes(old)
    await logout()
    expect(seen[0]).toMatchObject({ path: '/auth/logout', bearer: 'Bearer r1' })
    expect(localStorage.getItem('token')).toBeNull()
    expect(toSignIn).toHaveBeenCalledOnce()
    expect(wasEnded()).toBe(false)
  })

  it('forgets even when the server cannot be reached', async () => {
    startSession(old, 'r1')
    network.use(http.all('*', () => HttpResponse.error()))
    await logout()
    expect(localStorage.getItem('refresh_token')).toBeNull()
    expect(toSignIn).toHaveBeenCalledOnce()
  })
})

describe('leaving a server that does not answer', () => {
  it('forgets after three seconds', async () => {
    startSession(old, 'r1')
    let asked = false
    network.use(
      http.post('*/auth/logout', () => {
        asked = true
        return new Promise<never>(() => undefined)
      }),
    )
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const left = logout()
      await vi.advanceTimersByTimeAsync(LOGOUT_WAIT - 1)
      expect(toSignIn).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      await left
    } finally {
      vi.useRealTimers()
    }
    expect(toSignIn).toHaveBeenCalledOnce()
    expect(localStorage.getItem('refresh_token')).toBeNull()
    await vi.waitFor(() => expect(asked).toBe(true))
  })

  it('goes where it is told', async () => {
    startSession(old, 'r1')
    serverThatTakes(old)
    await logout(() => browser.reload())
    expect([reload.mock.calls.length, toSignIn.mock.calls.length, isSignedIn()]).toEqual([1, 0, false])
  })
})

describe('other tabs', () => {
  const other = () => new BroadcastChannel('auth-status')

  it('make this one reload when their status differs, not when it is the same', async () => {
    startSession(old, 'r1')
    const stop = followOtherTabs()
    const tab = other()
    tab.postMessage('authenticated')
    tab.postMessage('unauthenticated')
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
    tab.close()
    stop()
  })

  it('are told when the session ends here', async () => {
    startSession(old, 'r1')
    const tab = other()
    const heard: unknown[] = []
    tab.addEventListener('message', (event) => heard.push(event.data))
    endSession()
    await vi.waitFor(() => expect(heard).toEqual(['unauthenticated']))
    tab.close()
  })
})
