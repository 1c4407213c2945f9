import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { setConfig } from '../app/config'
import { pause } from '../app/pause'
import { clearSession } from '../app/state'
import { fakeNetwork, HttpResponse, http, madeToken, refused, testConfig } from '../app/test-kit'
import { acting, draw, find, press, realTexts, shows, type } from '../app/test-page'
import { CodeForm } from './CodeForm'
import { LoginForm } from './LoginForm'
import { isAddress } from './login'
import { solve } from './solve'

vi.mock('./solve', () => ({ solve: vi.fn<() => Promise<string>>() }))
vi.mock('../app/pause', () => ({ pause: vi.fn<() => Promise<void>>() }))

const network = fakeNetwork()
const onEnter = vi.fn<() => void>()
const onCodeWanted = vi.fn<() => void>()
const onBack = vi.fn<() => void>()
const credentials = { email: 'ana@merchant.example', password: 'right' }

let checks: string[]
let logins: { body: Record<string, unknown>; botCheck: string | null; bearer: string | null }[]
let topics: number

beforeAll(() => realTexts())
beforeEach(() => {
  clearSession()
  setConfig({ ...testConfig, botCheck: { kind: 'altcha' } })
  for (const mock of [onEnter, onCodeWanted, onBack]) mock.mockReset()
  vi.mocked(pause).mockReset().mockResolvedValue(undefined)
  checks = []
  logins = []
  topics = 0
  vi.mocked(solve)
    .mockReset()
    .mockImplementation(() => Promise.resolve(`answer ${checks.length}`))
  network.use(
    http.get('*/auth/bot-check/challenge', ({ request }) => {
      checks.push(new URL(request.url).searchParams.get('action') ?? '')
      return HttpResponse.json({ parameters: {}, signature: 's' })
    }),
    http.get('*/v1/dashboard/notifications/topics', () => {
      topics += 1
      return HttpResponse.json([])
    }),
  )
})

function loginAnswers(...answers: (() => Response)[]) {
  network.use(
    http.post('*/auth/login', async ({ request }) => {
      logins.push({
        body: (await request.json()) as Record<string, unknown>,
        botCheck: request.headers.get('X-Bot-Check'),
        bearer: request.headers.get('Authorization'),
      })
      return (answers.length > 1 ? answers.shift() : answers[0])!()
    }),
  )
}
const welcome = () =>
  HttpResponse.json({ token: madeToken(600), refreshToken: 'r1', twoFactorRequired: false })
const waits = () => vi.mocked(pause).mock.calls.map(([ms]) => ms)
const login = () => draw(<LoginForm onEnter={onEnter} onCodeWanted={onCodeWanted} />)
const code = () => draw(<CodeForm credentials={credentials} onEnter={onEnter} onBack={onBack} />)
const email = () => find<HTMLInputElement>('input', 'E-mail')
const password = () => find<HTMLInputElement>('input', 'Password')

async function fillIn() {
  await type(email(), ` ${credentials.email} `)
  await type(password(), credentials.password)
}

describe('the login form', () => {
  it('asks for both fields, and for something that looks like an address, before it calls', async () => {
    loginAnswers(welcome)
    await login()
    await press(find('button', 'Sign in'))
    expect(document.body.textContent.match(/Required/g)).toHaveLength(2)
    expect(email().getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(email())
    await type(email(), 'ana at merchant')
    await shows('Invalid e-mail address')
    expect(logins).toEqual([])
  })

  it('gets its bot check by itself, waits 500 ms, signs in, and enters after a second', async () => {
    loginAnswers(welcome)
    await login()
    await shows('Checked: you are not a robot')
    await fillIn()
    await press(find('button', 'Sign in'))
    await vi.waitFor(() => expect(onEnter).toHaveBeenCalledOnce())
    expect(new Set(checks)).toEqual(new Set(['login']))
    expect(logins).toHaveLength(1)
    expect(logins[0]).toMatchObject({ body: credentials, bearer: null })
    expect(logins[0]!.botCheck).toMatch(/^answer/)
    expect(waits()).toEqual([500, 1000])
    expect(localStorage.getItem('refresh_token')).toBe('r1')
    await vi.waitFor(() => expect(topics).toBe(1))
  })

  it('says that e-mail or password are wrong, and gets a new bot check for the next try', async () => {
    loginAnswers(() => refused(401, 'password_incorrect'))
    await login()
    await fillIn()
    await press(find('button', 'Sign in'))
    await shows('Incorrect e-mail or password')
    const before = checks.length
    await press(find('button', 'Sign in'))
    await vi.waitFor(() => expect(logins).toHaveLength(2))
    expect(checks.length).toBeGreaterThanOrEqual(before)
    expect(logins[0]!.botCheck).not.toBe(logins[1]!.botCheck)
    expect(localStorage.getItem('token')).toBeNull()
    expect(onEnter).not.toHaveBeenCalled()
  })

  it.each([
    [() => refused(400, 'ishuman_failed'), 'We could not confirm that you are human'],
    [() => refused(429, 'too_many_tries'), 'Too many tries'],
    [() => refused(400, { email: ['field_required'], password: ['odd'] }), 'E-mail: Required'],
    [() => HttpResponse.error(), 'No connection to the server'],
  ])('says what else can go wrong', async (reply, text) => {
    loginAnswers(reply)
    await login()
    await fillIn()
    await press(find('button', 'Sign in'))
    await shows(text)
  })

  it('says that the bot check failed only after a try', async () => {
    vi.mocked(solve).mockRejectedValue(new Error('no worker'))
    vi.spyOn(console, 'warn').mockReturnValue(undefined)
    loginAnswers(welcome)
    await login()
    await acting(() => undefined)
    expect(document.body.textContent).not.toContain('We could not confirm')
    await fillIn()
    await press(find('button', 'Sign in'))
    await shows('We could not confirm that you are human')
    expect(logins).toEqual([])
  })

  it('sends no answer when the server asks for no bot check', async () => {
    setConfig(testConfig)
    loginAnswers(welcome)
    await login()
    await fillIn()
    await press(find('button', 'Sign in'))
    await vi.waitFor(() => expect(onEnter).toHaveBeenCalledOnce())
    expect([checks, logins[0]!.botCheck]).toEqual([[], null])
  })

  it.each([
    ['an answer', () => HttpResponse.json({ twoFactorRequired: true, methods: ['totp'] })],
    [
      'a refusal',
      () =>
        HttpResponse.json(
          { status: false, statusCode: 401, message: 'x', twoFactorRequired: true },
          { status: 401 },
        ),
    ],
  ])('hands the credentials on when %s wants a code, and stores nothing', async (_kind, reply) => {
    loginAnswers(reply)
    await login()
    await fillIn()
    await press(find('button', 'Sign in'))
    await vi.waitFor(() => expect(onCodeWanted).toHaveBeenCalledWith(credentials))
    expect(localStorage.getItem('token')).toBeNull()
    expect(topics).toBe(0)
  })

  it('two quick presses sign in once', async () => {
    loginAnswers(welcome)
    await login()
    await fillIn()
    const button = find('button', 'Sign in')
    await acting(() => {
      button.click()
      button.click()
    })
    await vi.waitFor(() => expect(onEnter).toHaveBeenCalledOnce())
    expect(logins).toHaveLength(1)
  })
})

describe('the code form', () => {
  const digits = () => find<HTMLInputElement>('input', 'Code')
  const verify = () => find<HTMLButtonElement>('button', 'Verify')

  it('enables its button at six characters, and is in error while it has some but not six', async () => {
    await code()
    expect([verify().disabled, digits().getAttribute('aria-invalid')]).toEqual([true, null])
    await type(digits(), '12345')
    expect([verify().disabled, digits().getAttribute('aria-invalid')]).toEqual([true, 'true'])
    await type(digits(), '123456')
    expect([verify().disabled, digits().getAttribute('aria-invalid')]).toEqual([false, null])
  })

  it('sends the kept credentials with the digits and a fresh bot check, and enters after two seconds', async () => {
    loginAnswers(welcome)
    await code()
    await type(digits(), '123456')
    await acting(() => digits().form!.requestSubmit())
    await shows('Valid code')
    await vi.waitFor(() => expect(onEnter).toHaveBeenCalledOnce())
    expect(logins[0]!.body).toEqual({ ...credentials, digits: '123456' })
    expect(new Set(checks)).toEqual(new Set(['login-2fa']))
    expect(waits()).toEqual([2000])
  })

  it('says that a code is wrong and can be typed in again', async () => {
    loginAnswers(() => refused(401, '2fa_code_invalid'))
    await code()
    await type(digits(), '000000')
    await press(verify())
    await shows('Invalid code')
    expect(digits().disabled).toBe(false)
    expect(document.activeElement).toBe(digits())
  })

  it('goes back', async () => {
    await code()
    await press(find('button', 'Back'))
    expect(onBack).toHaveBeenCalledOnce()
  })
})

describe('an address', () => {
  it.each(['a@b.co', 'zé+x@loja.com.br'])('%s is one', (text) => expect(isAddress(text)).toBe(true))
  it.each(['', 'a', 'a@b', 'a b@c.de', '@b.co', 'a@b.'])('"%s" is none', (text) =>
    expect(isAddress(text)).toBe(false),
  )
})
