import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { describe, expect, it, vi } from 'vitest'
import { setConfig } from '../app/config'
import { browser } from '../app/leaving'
import { pause } from '../app/pause'
import { setTokens } from '../app/state'
import { HttpResponse, http, madeToken, refused, testConfig } from '../app/test-kit'
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

  it('offer somebody who is signed in to sign out and go on with the link, or to stay', async () => {
    const reload = vi.fn<() => void>()
    Object.assign(browser, { reload })
    const left: (string | null)[] = []
    area.network.use(
      http.post('*/auth/logout', ({ request }) => {
        left.push(request.headers.get('Authorization'))
        return HttpResponse.json({})
      }),
    )
    vi.mocked(pause).mockReturnValue(new Promise(() => undefined))
    setTokens(madeToken(600), 'r1')
    const router = await open('/?tk=abc')
    expect(heading()).toBe('You are signed in')
    await press(find('button', 'Sign out and use the link'))
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect([left, localStorage.getItem('refresh_token')]).toEqual([['Bearer r1'], null])
    expect(router.state.location.href).toBe('/?tk=abc')
  })

  it('lead who stays signed in from such a link to the dashboard', async () => {
    setTokens(madeToken(600), 'r1')
    await open('/?tk=abc')
    await press(find('button', 'Stay signed in'))
    await shows('inside')
    expect(localStorage.getItem('refresh_token')).toBe('r1')
  })

  it('lead from a link that is no longer taken to another one, in the language that is pressed', async () => {
    area.answers('forgot', () => refused(400, 'reset_token_invalid'))
    const router = await open('/?tk=old')
    await type(find<HTMLInputElement>('input', 'New password'), 'Casa@Verde!2027')
    await press(find('button', 'Change password'))
    await press(await vi.waitFor(() => find('button', 'Ask for a new link')))
    await vi.waitFor(() => expect(heading()).toBe('Forgot your password?'))
    expect(router.state.location.href).toBe('/')
    await press(find('button', 'Português'))
    await vi.waitFor(() => expect(heading()).toBe('Esqueceu a senha?'))
    expect(localStorage.getItem('language')).toBe('pt')
    await press(find('button', 'English'))
    await vi.waitFor(() => expect(heading()).toBe('Forgot your password?'))
  })

  const confirmations: unknown[] = []
  const mailAnswers = (answer: () => Response) => {
    confirmations.length = 0
    area.network.use(
      http.post('*/rbac/profile/email/confirm', async ({ request }) => {
        confirmations.push(await request.json())
        return answer() as HttpResponse<null>
      }),
    )
  }

  it('confirm another address by a press, and go on to where the person can be', async () => {
    mailAnswers(() => HttpResponse.json({ status: true, statusCode: 200, message: 'email_change_success' }))
    const router = await open('/?ck=mail-1')
    expect([heading(), confirmations]).toEqual(['Confirm your new e-mail', []])
    await press(find('button', 'Confirm this address'))
    await shows('Your e-mail was changed')
    expect(confirmations).toEqual([{ token: 'mail-1' }])
    await press(find('button', 'Continue'))
    await vi.waitFor(() => expect(heading()).toBe('Sign in'))
    expect(router.state.location.href).toBe('/')
  })

  it('say when the link of another address is no good', async () => {
    mailAnswers(() => refused(400, 'email_change_fail'))
    await open('/?ck=old')
    await press(find('button', 'Confirm this address'))
    await shows('This link was used, is too old, or its address is taken')
    find('button', 'Cancel')
  })

  it('name the environment, but for production', async () => {
    await open('/')
    expect(document.querySelector('section[aria-label=Environment]')!.textContent).toContain('Development')
    setConfig({ ...testConfig, environment: 'production' })
    await open('/')
    expect(document.querySelectorAll('section[aria-label=Environment]')).toHaveLength(1)
  })

  it.each([
    [testConfig, null],
    [
      { ...testConfig, botCheck: { kind: 'altcha' }, privacyUrl: 'https://p.example/', termsUrl: '' },
      'This site is protected by ALTCHA.Privacy',
      ['https://p.example/'],
    ],
    [
      {
        ...testConfig,
        botCheck: { kind: 'altcha' },
        privacyUrl: 'https://p.example/',
        termsUrl: 'https://t.example/',
      },
      'This site is protected by ALTCHA.PrivacyTerms',
      ['https://p.example/', 'https://t.example/'],
    ],
  ])('name who protects the site, with the links there are', async (settings, text, links = []) => {
    setConfig(settings)
    await open('/')
    expect(document.querySelector('footer')?.textContent ?? null).toBe(text)
    expect([...document.querySelectorAll('footer a')].map((link) => link.getAttribute('href'))).toEqual(links)
  })
})
