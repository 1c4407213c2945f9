import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setConfig } from '../app/config'
import { noteEnd } from '../app/ended'
import { HttpResponse, refused, testConfig } from '../app/test-kit'
import { acting, draw, find, press, shows, type } from '../app/test-page'
import { LoginForm } from './LoginForm'
import { isAddress } from './login'
import { solve } from './solve'
import { credentials, email, signInArea, welcome } from './test-area'

vi.mock('./solve', () => ({ solve: vi.fn<() => Promise<string>>() }))
vi.mock('../app/pause', () => ({ pause: vi.fn<() => Promise<void>>() }))

const area = signInArea()
const onEnter = vi.fn<() => void>()
const onForgot = vi.fn<() => void>()
const onCodeWanted = vi.fn<(credentials: object, factor: object) => void>()
beforeEach(() => {
  for (const mock of [onEnter, onForgot, onCodeWanted]) mock.mockReset()
})

/** The page keeps the address over the forms. */
function Page() {
  const [address, setAddress] = useState('')
  return <LoginForm email={address} onEmail={setAddress} {...{ onEnter, onCodeWanted, onForgot }} />
}

const login = () => draw(<Page />)
const password = () => find<HTMLInputElement>('input', 'Password')

async function fillIn() {
  await type(email(), ` ${credentials.email} `)
  await type(password(), credentials.password)
}

describe('the login form', () => {
  it('asks for both fields, and for something that looks like an address, before it calls', async () => {
    area.answers('login', welcome)
    await login()
    await press(find('button', 'Sign in'))
    expect(document.body.textContent.match(/Required/g)).toHaveLength(2)
    expect(email().getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(email())
    await type(email(), 'ana at merchant')
    await shows('Invalid e-mail address')
    expect(area.sent).toEqual([])
  })

  it('says once that the session has ended, until the next try', async () => {
    noteEnd()
    await login()
    await shows('Your session has ended. Sign in again.')
    await press(find('button', 'Sign in'))
    expect(document.body.textContent).not.toContain('has ended')
    await login()
    expect(document.body.textContent).not.toContain('has ended')
  })

  it('gets its bot check by itself, waits 500 ms, signs in, and enters after a second', async () => {
    area.answers('login', welcome)
    await login()
    await shows('Checked: you are not a robot')
    await fillIn()
    await press(find('button', 'Sign in'))
    await vi.waitFor(() => expect(onEnter).toHaveBeenCalledOnce())
    expect(new Set(area.checks)).toEqual(new Set(['login']))
    expect(area.sent).toHaveLength(1)
    expect(area.sent[0]).toMatchObject({ body: credentials, bearer: null })
    expect(area.sent[0]!.botCheck).toMatch(/^answer/)
    expect(area.waits()).toEqual([500, 1000])
    expect(localStorage.getItem('refresh_token')).toBe('r1')
    await vi.waitFor(() => expect(area.topics).toBe(1))
  })

  it('says that e-mail or password are wrong, and gets a new bot check for the next try', async () => {
    area.answers('login', () => refused(401, 'password_incorrect'))
    await login()
    await fillIn()
    await press(find('button', 'Sign in'))
    await shows('Incorrect e-mail or password')
    await press(find('button', 'Sign in'))
    await vi.waitFor(() => expect(area.sent).toHaveLength(2))
    expect(area.checks.length).toBeGreaterThanOrEqual(2)
    expect(area.sent[0]!.botCheck).not.toBe(area.sent[1]!.botCheck)
    expect(localStorage.getItem('token')).toBeNull()
    expect(onEnter).not.toHaveBeenCalled()
  })

  it.each([
    [() => refused(400, 'ishuman_failed'), 'We could not confirm that you are human'],
    [() => refused(429, 'too_many_tries'), 'Too many tries'],
    [() => refused(400, { email: ['field_required'], password: ['odd'] }), 'E-mail: Required'],
    [() => HttpResponse.error(), 'No connection to the server'],
  ])('says what else can go wrong', async (reply, text) => {
    area.answers('login', reply)
    await login()
    await fillIn()
    await press(find('button', 'Sign in'))
    await shows(text)
  })

  it('shows a 202 as what it is: a second person has to agree, and nobody has come in', async () => {
    area.answers('login', () =>
      HttpResponse.json({ status: true, statusCode: 202, message: 'awaiting_approval' }, { status: 202 }),
    )
    await login()
    await fillIn()
    await press(find('button', 'Sign in'))
    await shows('Sent for approval')
    expect(find('a', 'Double approval').getAttribute('href')).toBe(
      '/dashboard/settings/double-approval?per_page=10&page=1',
    )
    expect(localStorage.getItem('token')).toBeNull()
    expect([onCodeWanted, onEnter].flatMap((mock) => mock.mock.calls)).toEqual([])
  })

  it('says that the bot check failed only after a try', async () => {
    vi.mocked(solve).mockRejectedValue(new Error('no worker'))
    vi.spyOn(console, 'warn').mockReturnValue(undefined)
    area.answers('login', welcome)
    await login()
    await acting(() => undefined)
    expect(document.body.textContent).not.toContain('We could not confirm')
    await fillIn()
    await press(find('button', 'Sign in'))
    await shows('We could not confirm that you are human')
    expect(area.sent).toEqual([])
  })

  it('sends no answer when the server asks for no bot check', async () => {
    setConfig(testConfig)
    area.answers('login', welcome)
    await login()
    await fillIn()
    await press(find('button', 'Sign in'))
    await vi.waitFor(() => expect(onEnter).toHaveBeenCalledOnce())
    expect([area.checks, area.sent[0]!.botCheck]).toEqual([[], null])
  })

  it.each([
    ['an answer', () => HttpResponse.json({ twoFactorRequired: true, methods: ['totp'] })],
    [
      'a refusal',
      () =>
        HttpResponse.json(
          { status: false, statusCode: 401, message: 'x', twoFactorRequired: true, methods: ['totp'] },
          { status: 401 },
        ),
    ],
  ])('hands the credentials on when %s wants a code, and stores nothing', async (_kind, reply) => {
    area.answers('login', reply)
    await login()
    await fillIn()
    await press(find('button', 'Sign in'))
    await vi.waitFor(() =>
      expect(onCodeWanted).toHaveBeenCalledWith(credentials, { methods: ['totp'], challenge: null }),
    )
    expect(localStorage.getItem('token')).toBeNull()
    expect(area.topics).toBe(0)
  })

  it('two quick presses sign in once', async () => {
    area.answers('login', welcome)
    await login()
    await fillIn()
    const button = find('button', 'Sign in')
    await acting(() => {
      button.click()
      button.click()
    })
    await vi.waitFor(() => expect(onEnter).toHaveBeenCalledOnce())
    expect(area.sent).toHaveLength(1)
  })
})

describe('an address', () => {
  it.each(['a@b.co', 'zé+x@loja.com.br'])('%s is one', (text) => expect(isAddress(text)).toBe(true))
  it.each(['', 'a', 'a@b', 'a b@c.de', '@b.co', 'a@b.'])('"%s" is none', (text) =>
    expect(isAddress(text)).toBe(false),
  )
})
