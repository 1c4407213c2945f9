import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { describe, expect, it, vi } from 'vitest'
import { setConfig } from '../app/config'
import { HttpResponse, testConfig } from '../app/test-kit'
import { draw, find, press, shows, type } from '../app/test-page'
import { SignInPage } from './SignInPage'
import { credentials, email, signInArea, welcome } from './test-area'

vi.mock('./solve', () => ({ solve: vi.fn<() => Promise<string>>() }))
vi.mock('../app/pause', () => ({ pause: vi.fn<() => Promise<void>>() }))

const area = signInArea()

describe('the modes', () => {
  async function open(path: string) {
    const root = createRootRoute()
    const page = createRoute({ getParentRoute: () => root, path: '/', component: SignInPage })
    const inside = createRoute({ getParentRoute: () => root, path: '/dashboard', component: () => 'inside' })
    const router = createRouter({
      routeTree: root.addChildren([page, inside]),
      history: createMemoryHistory({ initialEntries: [path] }),
    })
    vi.spyOn(window, 'scrollTo').mockReturnValue(undefined)
    await router.load()
    // oxlint-disable-next-line typescript/no-explicit-any -- a small tree of its own, not the registered one
    await draw(<RouterProvider router={router as any} />)
    return router
  }
  const heading = () => find('h1').textContent

  it('begin with login; forgot takes the typed address along, and back returns', async () => {
    await open('/')
    expect([heading(), document.title]).toEqual(['Sign in', 'Sign in · Retaguarda'])
    await type(email(), credentials.email)
    await press(find('button', 'Forgot?'))
    expect([heading(), email().value]).toEqual(['Forgot your password?', credentials.email])
    await press(find('button', 'Cancel'))
    expect(heading()).toBe('Sign in')
  })

  it('ask for the second factor when the server does, and enter the dashboard after it', async () => {
    area.answers('login', () => HttpResponse.json({ twoFactorRequired: true, methods: ['totp'] }), welcome)
    await open('/')
    await type(email(), credentials.email)
    await type(find<HTMLInputElement>('input', 'Password'), credentials.password)
    await press(find('button', 'Sign in'))
    await shows('Two-step verification')
    await type(find<HTMLInputElement>('input', 'Code'), '123456')
    await press(find('button', 'Verify'))
    await shows('inside')
    expect(area.waits()).toEqual([500, 2000])
  })

  it('begin with confirm when the address brings a token, and drop the token on the way back', async () => {
    const router = await open('/?tk=abc')
    expect(heading()).toBe('New password')
    await press(find('button', 'Cancel'))
    await vi.waitFor(() => expect(heading()).toBe('Sign in'))
    expect(router.state.location.href).toBe('/')
  })

  it.each([
    [testConfig, null],
    [
      { ...testConfig, botCheck: { kind: 'altcha' }, privacyUrl: 'https://p.example/', termsUrl: '' },
      'This site is protected by ALTCHA.Privacy',
    ],
  ])('name who protects the site, with the links there are', async (settings, text) => {
    setConfig(settings)
    await open('/')
    expect(document.querySelector('footer')?.textContent ?? null).toBe(text)
  })
})
