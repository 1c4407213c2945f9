import { beforeEach, describe, expect, it, vi } from 'vitest'
import { language, texts } from './i18n'
import { browser } from './leaving'
import { clearSession, setTokens, settings, type User } from './state'
import { fakeNetwork, HttpResponse, http, madeToken, refused } from './test-kit'
import { realTexts } from './test-page'
import { displayName, loadUser } from './user'

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
