import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { createRoot, Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearSession, setTokens } from '../app/state'
import { fakeNetwork, HttpResponse, http, madeToken, testConfig } from '../app/test-kit'
import { acting, find } from '../app/test-page'

/** What the start has drawn with; a test takes it away. */
const { roots } = vi.hoisted(() => ({ roots: [] as Root[] }))
vi.mock('react-dom/client', async (original) => {
  const client = await original<{ createRoot: typeof createRoot }>()
  return {
    ...client,
    createRoot: (...place: Parameters<typeof createRoot>) => {
      const root = client.createRoot(...place)
      roots.push(root)
      return root
    },
  }
})
afterEach(() => acting(() => roots.splice(0).forEach((root) => root.unmount())))

/** The start of a page as a browser makes it: first.ts, and then main.tsx. */

const locales = join(import.meta.dirname, '../../public/locales')
const hanging = () => new Promise<never>(() => undefined)
const network = fakeNetwork(
  http.get('*/config.json', () => HttpResponse.json(testConfig)),
  http.get('*/locales/:language/:name', ({ params }) =>
    HttpResponse.json(
      JSON.parse(readFileSync(join(locales, String(params.language), String(params.name)), 'utf8')) as Record<
        string,
        string
      >,
    ),
  ),
  http.get('*/rbac/profile', hanging),
  http.get('*/v1/*', hanging),
)
const me = {
  id: 'u1',
  email: 'ana@merchant.example',
  companyId: 2,
  company: { id: 2, name: 'Loja Aurora' },
  companies: [2],
  locale: null,
  permissions: ['rbac::companies:read'],
  internal_user: false,
  sensitive: false,
}
const spinner = () => document.querySelector('#root > .starting[role=status]')

beforeEach(() => {
  clearSession()
  vi.resetModules()
  history.replaceState(null, '', '/dashboard/settings/account')
  document.body.innerHTML = '<div id="root"></div>'
  document.documentElement.lang = 'en'
})

describe('the start of a page of the dashboard', () => {
  it('shows a spinner within 300 ms, counted from the moment at which the page began to load', async () => {
    setTokens(madeToken(600), 'r1')
    const waits: (number | undefined)[] = []
    const { setTimeout: later } = globalThis
    const { waitVisibly } = await import('../app/early')
    vi.spyOn(performance, 'now').mockReturnValue(40)
    vi.spyOn(globalThis, 'setTimeout').mockImplementation((work, ms) => {
      waits.push(ms)
      return later(work, 0)
    })
    const shown = waitVisibly()
    vi.restoreAllMocks()
    expect(waits).toEqual([160])
    await shown
    expect(spinner()?.ariaLabel).toBe('Loading')
  })

  it('shows it also where not even the settings of the server arrive', async () => {
    setTokens(madeToken(600), 'r1')
    network.use(http.get('*/config.json', hanging))
    await import('../first')
    await vi.waitFor(() => expect(spinner()?.ariaLabel).toBe('Loading'))
  })

  it('shows none where nobody is signed in', async () => {
    const { waitVisibly } = await import('../app/early')
    await waitVisibly()
    expect(spinner()).toBeNull()
  })

  it('shows it as long as the server keeps the person waiting, and then the dashboard in its place', async () => {
    setTokens(madeToken(600), 'r1')
    let letIn: (value: unknown) => void = () => undefined
    const gate = new Promise((resolve) => {
      letIn = resolve
    })
    network.use(
      http.get('*/rbac/me', async () => {
        await gate
        return HttpResponse.json(me)
      }),
      http.get('*/rbac/profile', () => HttpResponse.json({ name: 'Ana Souza' })),
    )
    await import('../first')
    await vi.waitFor(() => expect(spinner()?.ariaLabel).toBe('Loading'))
    letIn(true)
    await vi.waitFor(() => find('nav', 'Menu'))
    expect(document.querySelector('.starting')).toBeNull()
  })
})
