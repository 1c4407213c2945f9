import { beforeEach, describe, expect, it, vi } from 'vitest'
import { changeLanguage, hasText, language, loadTexts, startTexts, storedLanguage, translate } from './i18n'

const asked: string[] = []
let broken = true

beforeEach(() => {
  asked.length = 0
  vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    const { pathname, search } = new URL(input as string, location.origin)
    const address = pathname + search
    asked.push(address)
    if (broken && address.includes('/broken.json'))
      return Promise.resolve(new Response(null, { status: 503 }))
    const found = { hello: `${address.split('/')[2]} hello {{name}}`, same: 'same' }
    return Promise.resolve(Response.json(found))
  })
})

describe('texts', () => {
  it('start in English whatever the browser says, and carry the version in their address', async () => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('pt-BR')
    await startTexts(['common'])
    expect(language()).toBe('en')
    expect(document.documentElement.lang).toBe('en')
    expect(asked).toEqual([`/locales/en/common.json?v=${__LOCALES_VERSION__}`])
  })

  it('are found by namespace and key; an unknown name, or hostile text, comes back as it is', () => {
    expect(translate('common.hello', { name: '<b>Zé</b>' })).toBe('en hello <b>Zé</b>')
    expect(translate('common.same')).toBe('same')
    expect(translate('common.no such: key. At all')).toBe('common.no such: key. At all')
    expect(hasText('common.hello')).toBe(true)
    expect(hasText('common.nothing')).toBe(false)
  })

  it('are tried again five times, from 350 ms, doubling', async () => {
    const later = globalThis.setTimeout
    const waits: number[] = []
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, wait: number) => {
      waits.push(wait)
      return later(work, 0)
    }) as typeof setTimeout)
    await loadTexts('broken')
    expect(waits).toEqual([350, 700, 1400, 2800, 5600])
    expect(asked.filter((path) => path.includes('/en/broken'))).toHaveLength(6)
    broken = false
  })

  it('change together, and the choice is stored', async () => {
    await changeLanguage('pt')
    expect(translate('common.hello', { name: 'Ana' })).toBe('pt hello Ana')
    expect(storedLanguage()).toBe('pt')
    expect(document.documentElement.lang).toBe('pt-BR')
  })
})
