import { beforeEach, describe, expect, it, vi } from 'vitest'
import { refused, stubPasskeys } from '../app/test-kit'
import { acting, draw, find, press, shows, type } from '../app/test-page'
import type { SecondFactor } from './login'
import { SecondFactorForm } from './SecondFactorForm'
import { credentials, signInArea, welcome } from './test-area'

vi.mock('./solve', () => ({ solve: vi.fn<() => Promise<string>>() }))
vi.mock('../app/pause', () => ({ pause: vi.fn<() => Promise<void>>() }))

const area = signInArea()
const onEnter = vi.fn<() => void>()
const onBack = vi.fn<() => void>()
beforeEach(() => {
  vi.unstubAllGlobals()
  onEnter.mockReset()
  onBack.mockReset()
})

const totp: SecondFactor = { methods: ['totp'], challenge: null }
const code = (factor = totp) =>
  draw(<SecondFactorForm credentials={credentials} factor={factor} onEnter={onEnter} onBack={onBack} />)

/** What a device with one passkey signs. */
function signed(): Promise<unknown> {
  const bytes = (...values: number[]) => new Uint8Array(values).buffer
  return Promise.resolve({
    id: 'key-1',
    rawId: bytes(9),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    getClientExtensionResults: () => ({}),
    response: {
      clientDataJSON: bytes(1),
      authenticatorData: bytes(2),
      signature: bytes(3),
      userHandle: null,
    },
  })
}

describe('the second step', () => {
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

  it('takes a code as it is shown, in two halves', async () => {
    await code()
    await type(digits(), '123 456')
    expect(digits().value).toBe('123456')
  })

  it('sends nothing by Enter while the code is not complete', async () => {
    area.answers('login', welcome)
    await code()
    await type(digits(), '12345')
    await acting(() => digits().form!.requestSubmit())
    expect(area.sent).toEqual([])
  })

  it('sends the kept credentials with the digits and a fresh bot check, and enters after two seconds', async () => {
    area.answers('login', welcome)
    await code()
    await type(digits(), '123456')
    await acting(() => digits().form!.requestSubmit())
    await shows('Valid code')
    await vi.waitFor(() => expect(onEnter).toHaveBeenCalledOnce())
    expect(area.sent[0]!.body).toEqual({ ...credentials, digits: '123456' })
    expect(new Set(area.checks)).toEqual(new Set(['login-2fa']))
    expect(area.waits()).toEqual([2000])
  })

  it('says that a code is wrong and can be typed in again', async () => {
    area.answers('login', () => refused(401, '2fa_code_invalid'))
    await code()
    await type(digits(), '000000')
    await press(verify())
    await shows('Invalid code')
    expect([digits().disabled, digits().value]).toEqual([false, ''])
    await vi.waitFor(() => expect(document.activeElement).toBe(digits()))
  })

  it('says when it is the clock of the phone that is wrong', async () => {
    area.answers('login', () => refused(401, '2fa_clock_off'))
    await code()
    await type(digits(), '000000')
    await press(verify())
    await shows('set the clock of your phone')
  })

  it('goes back', async () => {
    await code()
    await press(find('button', 'Back'))
    expect(onBack).toHaveBeenCalledOnce()
  })

  it('offers no other way to a person who has only one', async () => {
    await code()
    expect([...document.querySelectorAll('button')].map((one) => one.textContent)).toEqual(['Verify', 'Back'])
  })

  it('takes a recovery code, of any length, when the person has some', async () => {
    area.answers('login', welcome)
    await code({ methods: ['totp', 'recovery'], challenge: null })
    await press(find('button', 'Use a recovery code'))
    const recovery = find<HTMLInputElement>('input', 'Recovery code')
    expect([verify().disabled, document.activeElement]).toEqual([true, recovery])
    await type(recovery, ' k7p2-m9qx ')
    await press(verify())
    await vi.waitFor(() => expect(onEnter).toHaveBeenCalledOnce())
    expect(area.sent[0]!.body).toEqual({ ...credentials, digits: 'k7p2-m9qx' })
    expect(area.checks).not.toContain('login')
  })

  it('asks a passkey for its signature and sends that', async () => {
    stubPasskeys({ get: signed })
    area.answers('login', welcome)
    await code({ methods: ['totp', 'passkey'], challenge: { challenge: 'AQID', rpId: 'localhost' } })
    await press(find('button', 'Use a passkey'))
    await press(find('button[type=submit]', 'Use a passkey'))
    await vi.waitFor(() => expect(onEnter).toHaveBeenCalledOnce())
    expect(area.sent[0]!.body).toEqual({
      ...credentials,
      assertion: expect.objectContaining({
        id: 'key-1',
        type: 'public-key',
        response: { clientDataJSON: 'AQ', authenticatorData: 'Ag', signature: 'Aw', userHandle: null },
      }),
    })
  })

  it('goes on with another way when a passkey was refused: its challenge was for one answer', async () => {
    stubPasskeys({ get: signed })
    area.answers('login', () => refused(401, 'passkey_invalid'))
    await code({ methods: ['passkey', 'recovery'], challenge: { challenge: 'AQID' } })
    await press(find('button', 'Use a passkey'))
    await shows('The passkey was not accepted')
    await vi.waitFor(() =>
      expect(document.activeElement).toBe(find<HTMLInputElement>('input', 'Recovery code')),
    )
  })

  it('says when the device did not confirm, and sends nothing', async () => {
    stubPasskeys({ get: () => Promise.reject(new DOMException('no', 'NotAllowedError')) })
    area.answers('login', welcome)
    await code({ methods: ['passkey'], challenge: { challenge: 'AQID' } })
    await press(find('button', 'Use a passkey'))
    await shows('The passkey was not confirmed')
    expect(area.sent).toEqual([])
  })

  it('offers no passkey where the browser has none', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    await code({ methods: ['passkey', 'totp'], challenge: { challenge: 'AQID' } })
    expect(document.body.textContent).not.toContain('passkey')
  })
})
