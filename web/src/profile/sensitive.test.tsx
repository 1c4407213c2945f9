import { useQuery } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { api, body } from '../app/api'
import { browser } from '../app/leaving'
import { authentication, setUser, type User } from '../app/state'
import { useStore } from '../app/store'
import { drawInside } from '../app/test-area'
import { refused } from '../app/test-kit'
import { acting, find, press, shows, type } from '../app/test-page'
import { loadUser } from '../app/user'
import { SensitiveUser } from '../shell/SensitiveUser'
import { ME } from '../viewer/me'
import { Security } from './Security'
import { ana, done, profileArea } from './test-profile'

const area = profileArea()
const gil: User = { ...ana, email: 'gil@merchant.example', sensitive: true }
const secured: User = { ...gil, sensitive: false, permissions: [...gil.permissions, 'auth::twoFactor'] }
const reload = vi.fn<() => void>()
let recoveryCodes: string[]

beforeEach(() => {
  Object.assign(browser, { reload: reload.mockReset() })
  recoveryCodes = ['code-1', 'code-2']
  let confirmed = false
  area.answer('GET /rbac/me', () => (confirmed ? secured : gil))
  area.answer('POST /auth/twoFactor', ({ digits }: { digits?: string }) => {
    if (!digits) return { qrCode: 'data:image/svg+xml,<svg/>', secret: 'JBSWY3DPEHPK3PXP' }
    confirmed = true
    return { ...done('2factor_new_device_success'), recoveryCodes }
  })
  for (const path of ['passkeys', 'sessions']) area.answer(`GET /auth/${path}`, () => [])
  setUser(gil)
})

const initialData = () => authentication.get().user ?? undefined

/** The dashboard keeps the person in a query. */
function Screen() {
  useQuery({ queryKey: ME, queryFn: loadUser, staleTime: Number.POSITIVE_INFINITY, initialData })
  const user = useStore(authentication, (state) => state.user)
  return user && <SensitiveUser user={user} />
}
const draw = () => drawInside(<Screen />)

async function confirm() {
  await shows('Scan the QR code')
  await type(find<HTMLInputElement>('input', '6-digit code'), '123456')
  await press(find('button', 'Confirm device'))
}

describe('a sensitive person without a second factor', () => {
  it('sees nothing but its setup, which has begun, and cannot close it', async () => {
    await draw()
    await shows('Scan the QR code')
    const window = find('[role=dialog]')
    expect(window.className).toMatch(/sensitive/)
    await vi.waitFor(() => expect(document.activeElement).toBe(find('input', '6-digit code')))
    expect([...window.querySelectorAll('button')].map((one) => one.textContent)).toEqual([
      'JBSWY3DPEHPK3PXP',
      'Confirm device',
      'Sign out',
    ])
    await acting(() =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    )
    find('[role=dialog]')
    expect(area.bodies('POST /auth/twoFactor')).toHaveLength(1)
  })

  it('keeps the recovery codes, and then the page starts again', async () => {
    await draw()
    await confirm()
    await shows('code-2')
    await vi.waitFor(() => expect(authentication.get().user?.permissions).toContain('auth::twoFactor'))
    expect(reload).not.toHaveBeenCalled()
    await press(find('input[type=checkbox]'))
    await press(find('button', 'Done'))
    expect(reload).toHaveBeenCalledOnce()
  })

  it('starts again at once when there are no new codes', async () => {
    recoveryCodes = []
    await draw()
    await confirm()
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  })

  it('becomes one while the page is open, when the server demands a second factor from then on', async () => {
    setUser(ana)
    await drawInside(<SensitiveUser user={ana} />)
    expect(document.querySelector('[role=dialog]')).toBeNull()
    area.answer('GET /rbac/companies', () => refused(403, 'second_factor_demanded'))
    await acting(() => body(api.GET('/rbac/companies')).catch(() => undefined))
    await shows('Scan the QR code')
  })

  it('is not offered to change the password before', async () => {
    await drawInside(<Security />)
    await shows('Two-factor authentication')
    expect(document.body.textContent).not.toContain('Change password')
  })
})

it.each([
  ['not sensitive', { ...gil, sensitive: false }],
  ['with a second factor', { ...secured, sensitive: true }],
])('a person who is %s sees no window and may change the password', async (_name, user) => {
  setUser(user)
  await drawInside(
    <>
      <SensitiveUser user={user} />
      <Security />
    </>,
  )
  await shows('Change password')
  expect(document.querySelector('[role=dialog]')).toBeNull()
})
