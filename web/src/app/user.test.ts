import { beforeEach, describe, expect, it, vi } from 'vitest'
import { language, texts } from './i18n'
import { browser } from './leaving'
import { alert, authentication, clearSession, closeAlert, setTokens, settings, type User } from './state'
import { fakeNetwork, HttpResponse, http, madeToken, refused } from './test-kit'
import { realTexts } from './test-page'
import { displayName, loadUser } from './user'

vi.mock('./pause', () => ({ pause: vi.fn<() => Promise<void>>() }))

const network = fakeNetwork()
const user: User = {
  id: 'u',
  email: 'ana@merchant.example',
  companyId: 2,
  company: { id: 2, name: 'Loja Aurora' },
  companies: [2],
  locale: null,
  permissions: ['a', 'b'],
  internal_user: false,
  sensitive: false,
}
const me = (part: Partial<User>) =>
  network.use(http.get('*/rbac/me', () => HttpResponse.json({ ...user, ...part })))

beforeEach(async () => {
  clearSession()
  await realTexts()
  setTokens(madeToken(600), 'r1')
})

describe('loading the person', () => {
  it('chooses their only company for them', async () => {
    me({})
    await loadUser()
    expect(settings.get().account).toEqual({ id: 2, name: 'Loja Aurora', unique: true })
  })

  it('leaves the choice to those with several companies, and to staff', async () => {
    me({ companies: [2, 3] })
    await loadUser()
    expect(settings.get().account).toBeNull()
    me({ internal_user: true })
    await loadUser()
    expect(settings.get().account).toBeNull()
  })

  it('takes their language, and without one leaves it', async () => {
    me({})
    await loadUser()
    expect(language()).toBe('en')
    me({ locale: 'pt' })
    await loadUser()
    expect([language(), localStorage.getItem('language')]).toEqual(['pt', 'pt'])
    await texts.changeLanguage('en')
  })

  it('once more, which fails, is asked again and told, and ends nothing', async () => {
    const toSignIn = vi.fn<() => void>()
    Object.assign(browser, { toSignIn })
    me({})
    await loadUser()
    let asked = 0
    network.use(
      http.get('*/rbac/me', () => {
        asked += 1
        return refused(503, 'unavailable')
      }),
    )
    await expect(loadUser()).rejects.toThrow('Request failed with status code 503')
    expect(asked).toBe(3)
    expect(alert.get().message[0]).toMatch(/^We could not check again who you are/)
    expect(authentication.get().user?.email).toBe(user.email)
    expect([localStorage.getItem('refresh_token'), toSignIn.mock.calls.length]).toEqual(['r1', 0])
    closeAlert()
  })

  it('once more is told of by nobody when the next try succeeds', async () => {
    me({})
    await loadUser()
    network.use(http.get('*/rbac/me', () => HttpResponse.error(), { once: true }))
    await loadUser()
    expect(alert.get().state).toBe('closed')
  })

  it('once more ends the session where a 401 stays', async () => {
    const toSignIn = vi.fn<() => void>()
    Object.assign(browser, { toSignIn })
    me({})
    await loadUser()
    network.use(http.all('*', () => refused(401, 'unauthorized')))
    await expect(loadUser()).rejects.toThrow('401')
    expect(toSignIn).toHaveBeenCalledOnce()
    expect([localStorage.getItem('refresh_token'), alert.get().state]).toEqual([null, 'closed'])
  })

  it('is asked again at the start where nobody answered, and ends nothing', async () => {
    const toSignIn = vi.fn<() => void>()
    Object.assign(browser, { toSignIn })
    me({})
    network.use(http.get('*/rbac/me', () => HttpResponse.error(), { once: true }))
    await loadUser()
    expect(authentication.get().user?.email).toBe(user.email)
    expect([localStorage.getItem('refresh_token'), toSignIn.mock.calls.length]).toEqual(['r1', 0])
  })

  it('ends the session when it fails', async () => {
    const toSignIn = vi.fn<() => void>()
    Object.assign(browser, { toSignIn })
    network.use(
      http.get('*/rbac/me', () => refused(403, 'forbidden')),
      http.post('*/auth/logout', () => HttpResponse.json({})),
    )
    await expect(loadUser()).rejects.toThrow('Request failed with status code 403')
    expect(toSignIn).toHaveBeenCalledOnce()
    expect(localStorage.getItem('token')).toBeNull()
  })
})

it.each([
  [{ name: 'Ana Lima' }, 'Ana Lima'],
  [{ name: null, email: 'ana.beatriz_lima@x.example' }, 'Ana Beatriz Lima'],
  [{ email: 'diego@x.example' }, 'Diego'],
  [{ email: '@x.example' }, '@x.example'],
])('the name to show of %j is %s', (part, name) => {
  expect(displayName({ ...user, ...part })).toBe(name)
})
