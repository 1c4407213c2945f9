import { beforeEach, describe, expect, it, vi } from 'vitest'
import { alert, setUser } from '../../app/state'
import { HttpResponse, refused, stubPasskeys } from '../../app/test-kit'
import { find, press, shows, type } from '../../app/test-page'
import type { UserRecord as Person, RoleRow } from '../contract'
import { accessArea, box, gil, openAt, typeLong } from '../test-access'
import { UserRecord } from './UserRecord'
import { UsersList } from './UsersList'

const area = accessArea()
const screens = { users: UsersList, 'users/$id': UserRecord }

const ana: Person = {
  id: 'u-ana',
  name: 'Ana Lima',
  email: 'ana@merchant.example',
  status: 'active',
  roles: ['Cashier'],
  role_ids: [4],
  company_id: 2,
  company_name: 'Loja Aurora',
  companies: [2],
  two_factor: true,
  sensitive: false,
  last_sign_in_at: '2026-11-20T12:00:00Z',
  created_at: '2026-01-05T12:00:00Z',
  invited_by: 'gil@merchant.example',
  permissions: ['payin::payment:read'],
  sessions: [
    {
      id: 's1',
      device: 'Firefox · Linux',
      ip: '10.0.0.7',
      created_at: '2026-11-20T12:00:00Z',
      last_seen_at: '2026-11-20T12:30:00Z',
      two_factor: true,
    },
  ],
  trail: [
    {
      at: '2026-11-19T12:00:00Z',
      name: 'access:user:set_roles',
      actor: 'gil@merchant.example',
      data: { before: ['Reader'], after: ['Cashier'] } as never,
    },
  ],
}
const bruno: Person = {
  ...ana,
  id: 'u-bruno',
  name: '',
  email: 'bruno@merchant.example',
  status: 'invited',
  two_factor: false,
  sensitive: true,
  sessions: [],
}
const cashier: RoleRow = {
  id: 4,
  name: 'Cashier',
  company_id: 2,
  company_name: 'Loja Aurora',
  permissions: ['payin::payment:read'],
  people: 1,
  keys: 0,
  toxic: [],
  second_factor: false,
  updated_at: '2026-11-01T12:00:00Z',
}
const owner = { ...cashier, id: 5, name: 'Owner', permissions: ['payin::payment:read', 'gateway::all'] }

let person: Person

beforeEach(() => {
  person = ana
  area.answer('GET /rbac/users', () => [ana, bruno])
  area.answer('GET /rbac/users/u-ana', () => person)
  area.answer('GET /rbac/roles', () => [cashier, owner])
})

const openAna = async () => {
  await openAt('users/u-ana', screens)
  await shows('Cashier')
}

describe('the list of people', () => {
  it('shows who may sign in, as what, how safely, and which people are a danger', async () => {
    await openAt('users', screens)
    await shows('Ana Lima')
    const [first, second] = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent)
    expect(first).toMatch(/^Ana Limaana@merchant\.exampleActiveCashierOn20 Nov/)
    expect(second).toMatch(/^bruno@merchant\.exampleInvitedCashierMissing/)
    expect(find('nav', 'Access control').textContent).toBe('UsersRolesPermissionsAPI keys')
    expect(find('[aria-current=page]').textContent).toBe('Users')
  })

  it('is narrowed by role and by second factor, in the address', async () => {
    await openAt('users?two_factor=false&roles=Cashier', screens)
    await shows('Ana Lima')
    const asked = area.sent.findLast(({ call }) => call === 'GET /rbac/users')?.query
    expect([asked?.get('two_factor'), asked?.get('roles')]).toEqual(['false', 'Cashier'])
    await vi.waitFor(() => find('button', 'Two-factor Off'))
    await press(find('button', 'Remove the filter Two-factor'))
    await vi.waitFor(() =>
      expect(area.sent.findLast(({ call }) => call === 'GET /rbac/users')?.query.has('two_factor')).toBe(
        false,
      ),
    )
  })

  it('offers no invitation to who only reads, and nothing to who may not even that', async () => {
    setUser({ ...gil, permissions: ['rbac::users:read'] })
    await openAt('users', screens)
    await shows('Ana Lima')
    expect(document.body.textContent).not.toContain('Invite people')
    expect(find('nav', 'Access control').textContent).toBe('Users')
  })

  it('gives way to the first screen that a person may see', async () => {
    setUser({ ...gil, permissions: ['rbac::keys:read'] })
    const router = await openAt('users', screens)
    await vi.waitFor(() => expect(router.state.location.pathname).toMatch(/access-control\/keys$/))
  })

  it('is no screen for who may not see people', async () => {
    setUser({ ...gil, permissions: ['rbac::companies:read'] })
    await openAt('users', screens)
    await shows('You are unauthorized')
    expect(area.sent).toEqual([])
  })
})

describe('a role that holds more than the person', () => {
  it('names some of what it holds, and says how many it does not name', async () => {
    const much = [
      'gateway::all',
      'payin::withdrawals:read',
      'payin::withdrawals:write',
      'of::a:later',
      'of::a:last',
    ]
    area.answer('GET /rbac/roles', () => [{ ...owner, permissions: much }])
    await openAt('users', screens)
    await shows('Ana Lima')
    await press(find('button', 'Invite people'))
    await shows('Everything of the gateway, See withdrawals, Create withdrawals and 2 more')
  })
})

describe('an invitation', () => {
  const open = async () => {
    await openAt('users', screens)
    await shows('Ana Lima')
    await press(find('button', 'Invite people'))
    await shows('Holds more than you do: Everything of the gateway')
  }

  it('goes to many at once, and tells who was invited and who was not and why', async () => {
    area.answer('POST /rbac/users/invitations', () =>
      HttpResponse.json(
        {
          invited: [{ id: 'n1', email: 'nina@x.example' }],
          refused: [{ email: 'ana@merchant.example', reason: 'already_known' }],
        },
        { status: 201 },
      ),
    )
    await open()
    await typeLong(find<HTMLTextAreaElement>('textarea'), 'nina@x.example, ana@merchant.example')
    await press(box('Cashier'))
    await press(find('button', 'Invite 2 people'))
    await shows('1 person was invited')
    await shows('Is here already')
    expect(area.bodies('POST /rbac/users/invitations')).toEqual([
      {
        emails: ['nina@x.example', 'ana@merchant.example'],
        name: null,
        roles: [4],
        companies: [],
        locale: 'en',
      },
    ])
    expect(area.sent.findLast(({ call }) => call.startsWith('POST'))?.key).toBeTruthy()
  })

  it('gives no role that holds more than the one who invites', async () => {
    await open()
    expect(box('Owner').disabled).toBe(true)
    expect(box('Cashier').disabled).toBe(false)
  })

  it('is not sent without addresses and a role, and names what is no address', async () => {
    await open()
    await press(find('button', 'Invite'))
    await shows('Choose at least one role')
    await typeLong(find<HTMLTextAreaElement>('textarea'), 'nina at x')
    await press(find('button', 'Invite'))
    await shows('Not a valid e-mail: nina at x')
    expect(area.bodies('POST /rbac/users/invitations')).toEqual([])
  })
})

describe('staff', () => {
  const merchants = [
    { id: 1, name: 'Retaguarda' },
    { id: 2, name: 'Loja Aurora' },
    { id: 3, name: 'Padaria' },
  ]
  const diego = {
    ...gil,
    id: 'u-diego',
    companyId: 1,
    company: { id: 1, name: 'Retaguarda' },
    companies: [1, 2, 3],
    internal_user: true,
  }

  beforeEach(() => {
    setUser(diego)
    area.answer('GET /rbac/companies', () => merchants)
  })

  it('see whose each person is', async () => {
    await openAt('users', screens)
    await shows('Ana Lima')
    expect(document.querySelector('thead')?.textContent).toContain('Company')
    expect(document.querySelector('tbody tr')?.textContent).toContain('Loja Aurora')
  })

  it('let a merchant’s person see other merchants, but never the provider', async () => {
    area.answer('PUT /rbac/users/u-ana/companies', () => (person = { ...ana, companies: [2, 3] }))
    await openAna()
    await press(find('button', 'Edit companies'))
    await vi.waitFor(() => box('Padaria'))
    expect(() => box('Retaguarda')).toThrow('no box')
    expect(box('Loja Aurora').disabled).toBe(true)
    await press(box('Padaria'))
    await press(find('button', 'Save'))
    await vi.waitFor(() => expect(alert.get().message).toEqual(['Companies saved']))
    expect(area.bodies('PUT /rbac/users/u-ana/companies')).toEqual([{ companies: [2, 3] }])
  })

  it('invite into their own company, who see every merchant anyway, or into the chosen one', async () => {
    await openAt('users', screens)
    await shows('Ana Lima')
    await press(find('button', 'Invite people'))
    await shows('For Retaguarda')
    expect(document.body.textContent).not.toContain('Whose data they may see')
  })
})

describe('a person', () => {
  it('is shown with roles, companies, sessions, what they may do, and what was done to them', async () => {
    await openAna()
    const page = document.body.textContent
    for (const text of ['Loja Aurora', 'Firefox · Linux', '10.0.0.7', '1 permission held', 'See payins']) {
      expect(page).toContain(text)
    }
    expect(page).toContain('gil@merchant.example · added Cashier; removed Reader')
  })

  it('is suspended for a reason only', async () => {
    area.answer('POST /rbac/users/u-ana/suspend', () => (person = { ...ana, status: 'suspended' }))
    await openAna()
    await press(find('button', 'Suspend'))
    await shows('cannot sign in until they are restored')
    await press(find('[role=dialog] button[type=submit]'))
    await shows('Required')
    await type(find<HTMLInputElement>('[role=dialog] input'), 'Left the company')
    await press(find('[role=dialog] button[type=submit]'))
    await shows('Suspended')
    expect(area.bodies('POST /rbac/users/u-ana/suspend')).toEqual([{ reason: 'Left the company' }])
    await vi.waitFor(() => find('button', 'Restore'))
  })

  it('stays when they are the last administrator, and it says so where it was tried', async () => {
    area.answer('POST /rbac/users/u-ana/suspend', () => refused(409, 'last_administrator'))
    await openAna()
    await press(find('button', 'Suspend'))
    await shows('cannot sign in until they are restored')
    await type(find<HTMLInputElement>('[role=dialog] input'), 'x')
    await press(find('[role=dialog] button[type=submit]'))
    await shows('The company must keep one administrator')
  })

  it('gets other roles; a refusal names what cannot be given', async () => {
    area.answer('PUT /rbac/users/u-ana/roles', () =>
      refused(403, 'cannot_grant', 'you do not hold what this would give: payin::refund:write'),
    )
    await openAna()
    await press(find('button', 'Edit roles'))
    await vi.waitFor(() => box('Cashier'))
    await press(box('Cashier'))
    await press(find('button', 'Save'))
    await shows('You cannot give what you do not hold: payin::refund:write')
    expect(area.bodies('PUT /rbac/users/u-ana/roles')).toEqual([{ roles: [] }])
  })

  it('loses the second factor only by the administrator’s own code', async () => {
    area.answer('POST /rbac/users/u-ana/reset-two-factor', () => refused(400, '2fa_code_invalid'))
    await openAna()
    await press(find('button', 'Reset two-factor'))
    await shows('6-digit code')
    await press(find('button', 'Reset'))
    await shows('The code has 6 digits')
    await type(find<HTMLInputElement>('input[name=digits]'), '123 456')
    await press(find('button', 'Reset'))
    await shows('Invalid code')
    area.answer('POST /rbac/users/u-ana/reset-two-factor', () => (person = { ...ana, two_factor: false }))
    await press(find('button', 'Reset'))
    await vi.waitFor(() => expect(alert.get().message).toEqual(['Two-factor authentication was reset']))
    expect(area.bodies('POST /rbac/users/u-ana/reset-two-factor')).toEqual([
      { digits: '123456', assertion: null },
      { digits: '123456', assertion: null },
    ])
  })

  it('loses it by the administrator’s passkey too, with a fresh challenge for each try', async () => {
    const bytes = new Uint8Array([1, 2, 3]).buffer
    const get = vi
      .fn<() => Promise<unknown>>()
      .mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
      .mockResolvedValue({
        id: 'AQID',
        rawId: bytes,
        type: 'public-key',
        authenticatorAttachment: null,
        getClientExtensionResults: () => ({}),
        response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: null },
      })
    stubPasskeys({ get })
    area.answer('POST /auth/second-step', () => ({
      methods: ['totp', 'passkey'],
      challenge: { challenge: 'AQID', allowCredentials: [] },
    }))
    area.answer('POST /rbac/users/u-ana/reset-two-factor', () => (person = { ...ana, two_factor: false }))
    await openAna()
    await press(find('button', 'Reset two-factor'))
    await shows('Use a passkey')
    await press(find('button', 'Use a passkey'))
    await press(find('button', 'Confirm with passkey'))
    await shows('The passkey was not shown')
    expect(area.bodies('POST /rbac/users/u-ana/reset-two-factor')).toEqual([])
    await press(find('button', 'Confirm with passkey'))
    await vi.waitFor(() => expect(alert.get().message).toEqual(['Two-factor authentication was reset']))
    expect(area.bodies('POST /rbac/users/u-ana/reset-two-factor')).toMatchObject([
      { digits: null, assertion: { id: 'AQID', response: { signature: 'AQID' } } },
    ])
  })

  it('that was invited gets the mail again', async () => {
    person = { ...bruno, id: 'u-ana' }
    area.answer('POST /rbac/users/u-ana/resend', () => person)
    await openAna()
    await press(find('button', 'Resend invitation'))
    await shows('A new mail goes to bruno@merchant.example')
    await press(find('button', 'Resend'))
    await vi.waitFor(() => expect(alert.get().message).toEqual(['Invitation sent again']))
  })

  it('does nothing to themselves', async () => {
    setUser({ ...gil, id: 'u-ana' })
    await openAna()
    expect(
      [...document.querySelectorAll('main button, header button')].map((one) => one.textContent),
    ).toEqual([])
    expect(document.body.textContent).not.toContain('Edit')
  })

  it('cannot be changed by who only reads', async () => {
    setUser({ ...gil, permissions: ['rbac::users:read'] })
    await openAna()
    expect(document.body.textContent).not.toContain('Suspend')
    expect(document.body.textContent).not.toContain('Edit')
  })

  it('that is not there is said to be not there', async () => {
    area.answer('GET /rbac/users/u-ana', () => refused(404, 'not_found'))
    await openAt('users/u-ana', screens)
    await shows('Record not found')
  })
})
