import { useQuery } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { alert, authentication, setUser, type User } from '../../app/state'
import { useStore } from '../../app/store'
import { drawInside } from '../../app/test-area'
import { refused } from '../../app/test-kit'
import { acting, find, press, shows, type } from '../../app/test-page'
import { loadUser } from '../../app/user'
import { ME } from '../../viewer/me'
import { ana, done, passwordWanted, profileArea, wrongPassword } from '../test-profile'
import { TwoFactorCard } from './TwoFactorCard'

const area = profileArea()
const secured: User = { ...ana, permissions: [...ana.permissions, 'auth::twoFactor'] }
const CODES = Array.from({ length: 10 }, (_, place) => `code-${place}`)
const saved = vi.hoisted(() => vi.fn<(name: string, text: string) => void>())
vi.mock('./download', () => ({ download: saved }))

beforeEach(() => {
  saved.mockReset()
  let confirmed = false
  area.answer('POST /auth/twoFactor', ({ digits }: { digits?: string }) => {
    if (!digits) return { qrCode: 'data:image/svg+xml,<svg/>', secret: 'JBSWY3DPEHPK3PXP' }
    confirmed = true
    return { ...done('2factor_new_device_success'), recoveryCodes: CODES }
  })
  area.answer('GET /rbac/me', () => (confirmed ? secured : ana))
  area.answer('GET /auth/recovery-codes', () => ({ left: 8 }))
})

const currentUser = () => authentication.get().user ?? undefined

/** The dashboard keeps the person in a query. */
function Screen() {
  useQuery({ queryKey: ME, queryFn: loadUser, staleTime: Number.POSITIVE_INFINITY, initialData: currentUser })
  const user = useStore(authentication, (state) => state.user)
  return user && <TwoFactorCard user={user} />
}
const draw = () => drawInside(<Screen />)
const code = () => find<HTMLInputElement>('input', '6-digit code')
const confirm = () => find<HTMLButtonElement>('button', 'Confirm device')

async function begin() {
  await draw()
  await press(find('button', 'Enable'))
  await shows('Scan the QR code')
}

describe('the second factor', () => {
  it('is offered to a person without one, and shows no tick', async () => {
    await draw()
    expect(document.body.textContent).not.toContain('Active')
    expect(find('button').textContent).toBe('Enable')
    expect(area.sent).toEqual([])
  })

  it('shows a tick, a way to register a new device and the codes left to a person with one', async () => {
    setUser(secured)
    await draw()
    await shows('Active')
    find('button', 'Register a new device')
    await shows('8 left')
  })

  it('warns when few recovery codes are left', async () => {
    area.answer('GET /auth/recovery-codes', () => ({ left: 1 }))
    setUser(secured)
    await draw()
    await shows('1 left')
  })

  it('is set up with a secret, its picture, and where to get an authenticator', async () => {
    await begin()
    expect(find<HTMLImageElement>('img').src).toContain('data:image/svg+xml')
    expect(document.body.textContent).toContain('JBSWY3DPEHPK3PXP')
    expect([...document.querySelectorAll('a')].map((link) => new URL(link.href).hostname)).toEqual([
      'apps.apple.com',
      'play.google.com',
    ])
    expect(area.sent[0]).toMatchObject({ call: 'POST /auth/twoFactor', body: {} })
    expect(area.bodies('POST /auth/twoFactor')).toEqual([{}])
  })

  it('is cancelled without a trace', async () => {
    await begin()
    await press(find('button', 'Back'))
    find('button', 'Enable')
    expect(document.body.textContent).not.toContain('JBSWY3DPEHPK3PXP')
    expect(area.sent).toHaveLength(1)
  })

  it('takes a code without the spaces around it; an empty one cannot be sent', async () => {
    await begin()
    expect(confirm().disabled).toBe(true)
    await type(code(), '   ')
    expect(confirm().disabled).toBe(true)
    await acting(() => code().form!.requestSubmit())
    expect(area.bodies('POST /auth/twoFactor')).toHaveLength(1)
    await type(code(), ' 123456 ')
    await press(confirm())
    await shows('code-9')
    expect(area.bodies('POST /auth/twoFactor')[1]).toEqual({
      digits: '123456',
      secret: 'JBSWY3DPEHPK3PXP',
    })
  })

  it('shows the recovery codes once, to copy or to save, and then is active', async () => {
    await begin()
    await type(code(), '123456')
    await press(confirm())
    await shows('code-0')
    await vi.waitFor(() => expect(alert.get().message).toEqual(['New device registered']))
    await press(find('button', 'Download'))
    expect(saved).toHaveBeenCalledWith('retaguarda-recovery-codes.txt', `${CODES.join('\n')}\n`)
    const end = find<HTMLButtonElement>('button', 'Done')
    expect(end.disabled).toBe(true)
    await press(find('input[type=checkbox]'))
    await press(end)
    await shows('Active')
    expect(document.body.textContent).not.toContain('code-0')
  })

  it('shows the words of the server for a code that was refused, and can be tried again', async () => {
    await begin()
    area.answer('POST /auth/twoFactor', () => refused(400, '2fa_code_invalid', 'the code is wrong'))
    await type(code(), '000000')
    await press(confirm())
    await shows('The code is wrong')
    expect([code().getAttribute('aria-invalid'), confirm().disabled]).toEqual(['true', false])
  })

  it('says when it cannot begin', async () => {
    area.answer('POST /auth/twoFactor', () => refused(500, 'unexpected_error'))
    await draw()
    await press(find('button', 'Enable'))
    await shows('Something failed on our side')
    find('button', 'Enable')
  })
})

describe('what needs the password', () => {
  const password = () => find<HTMLInputElement>('[role=dialog] input', 'Your password')

  async function renew() {
    let confirmed = false
    area.answer('POST /auth/confirm', ({ password: given }: { password: string }) => {
      if (given !== 'right') return wrongPassword()
      confirmed = true
      return done('confirmed')
    })
    area.answer('POST /auth/recovery-codes', () =>
      confirmed ? { recoveryCodes: ['new-1', 'new-2'] } : passwordWanted(),
    )
    setUser(secured)
    await draw()
    await press(find('button', 'Make new codes'))
    await shows('Is it you?')
  }

  it('asks for it when the server says so, and then goes on by itself', async () => {
    await renew()
    await type(password(), 'wrong')
    await press(find('button', 'Confirm'))
    await shows('The password is incorrect')
    await type(password(), 'right')
    await press(find('button', 'Confirm'))
    await shows('new-2')
    expect(document.querySelector('[role=dialog]')).toBeNull()
    expect(area.bodies('POST /auth/recovery-codes')).toHaveLength(2)
  })

  it('wants one before it calls', async () => {
    await renew()
    await press(find('button', 'Confirm'))
    await shows('Required')
    expect(area.bodies('POST /auth/confirm')).toEqual([])
  })

  it('does nothing when the person gives up, and says nothing', async () => {
    await renew()
    await press(find('[role=dialog] button', 'Back'))
    await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
    expect(document.querySelector('[role=alert]')).toBeNull()
    expect(area.bodies('POST /auth/recovery-codes')).toHaveLength(1)
    expect(find<HTMLButtonElement>('button', 'Make new codes').disabled).toBe(false)
  })
})
