import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clearSession, setTokens } from './state'
import { fakeNetwork, HttpResponse, http, madeToken } from './test-kit'

const network = fakeNetwork()
const config = { apiHost: '', authHost: '', environment: 'development', botCheck: { kind: 'none' } }
const asked: string[] = []

beforeEach(() => {
  clearSession()
  asked.length = 0
  vi.resetModules()
  network.use(
    http.get('*/config.json', () => {
      asked.push('config')
      return HttpResponse.json(config)
    }),
    http.get('*/rbac/me', () => {
      asked.push('me')
      return HttpResponse.json({ id: 'ana' })
    }),
  )
  history.replaceState(null, '', '/dashboard')
})

describe('what is asked for before the code has arrived', () => {
  it('is the settings, and the person where somebody is signed in', async () => {
    setTokens(madeToken(600), 'r1')
    const { startEarly, takeMe, earlyConfig } = await import('./early')
    await startEarly()
    expect(await takeMe()).toEqual({ id: 'ana' })
    expect((await earlyConfig()).environment).toBe('development')
    expect(asked).toEqual(['config', 'me'])
  })

  it('is not the person on the sign-in page', async () => {
    const { startEarly, takeMe } = await import('./early')
    await startEarly()
    expect([takeMe(), asked]).toEqual([null, ['config']])
  })

  it('is given once: who asks again wants to know the person as they are now', async () => {
    setTokens(madeToken(600), 'r1')
    const { startEarly, takeMe } = await import('./early')
    await startEarly()
    await takeMe()
    expect(takeMe()).toBeNull()
  })

  it('does not stop the page from starting when it fails: the page says so itself', async () => {
    network.use(http.get('*/config.json', () => new HttpResponse(null, { status: 500 })))
    const { startEarly, earlyConfig } = await import('./early')
    await startEarly()
    await expect(earlyConfig()).rejects.toThrow('Request failed with status code 500')
  })
})
