import { beforeEach, describe, expect, it, vi } from 'vitest'
import { alert, setUser } from '../../app/state'
import { HttpResponse, refused } from '../../app/test-kit'
import { acting, find, press, shows, type } from '../../app/test-page'
import type { Module, RoleRecord as Role, RolePlan } from '../contract'
import { accessArea, box, gil, openAt } from '../test-access'
import { Compare } from './Compare'
import { NewRole } from './NewRole'
import { RoleRecord } from './RoleRecord'
import { RolesList } from './RolesList'

const area = accessArea()
const screens = { roles: RolesList, 'roles/new': NewRole, 'roles/compare': Compare, 'roles/$id': RoleRecord }

const modules: Module[] = [
  { module: 'payin', view: ['payin::payment:read'], edit: ['payin::charge:write', 'payin::refund:write'] },
  { module: 'accounts', view: ['rbac::auths:read'], edit: [] },
  { module: 'access_control', view: ['rbac::users:read'], edit: ['rbac::users:write'] },
]
const cashier: Role = {
  id: 4,
  name: 'Cashier',
  company_id: 2,
  company_name: 'Loja Aurora',
  permissions: ['payin::payment:read'],
  people: 1,
  keys: 1,
  toxic: [],
  second_factor: false,
  updated_at: '2026-11-01T12:00:00Z',
  holders: [{ id: 'u-ana', name: 'Ana Lima', email: 'ana@merchant.example' }],
  trail: [],
}
const owner: Role = {
  ...cashier,
  id: 5,
  name: 'Owner',
  permissions: ['payin::payment:read', 'payin::charge:write', 'gateway::all'],
  toxic: ['people_and_payouts'],
}
const plan: RolePlan = {
  added: ['payin::charge:write'],
  removed: ['payin::payment:read'],
  people: [{ id: 'u-ana', name: 'Ana Lima', email: 'ana@merchant.example' }],
  keys: [{ id: 'k1', name: 'Shop' }],
  toxic: [{ name: 'people_and_payouts', permissions: ['rbac::users:write', 'payout::payment:approve'] }],
  not_yours: [],
}
const radio = (name: string) => find<HTMLInputElement>('input[type=radio]', name)
const dialog = () => document.querySelector('[role=dialog]')?.textContent ?? ''

beforeEach(() => {
  area.answer('GET /rbac/roles', () => [cashier, owner])
  area.answer('GET /rbac/roles/4', () => cashier)
  area.answer('GET /rbac/permissions', () => modules)
  area.answer('POST /rbac/roles/plan', () => plan)
})

const openCashier = async () => {
  await openAt('roles/4', screens)
  await shows('What this role holds')
}

describe('the list of roles', () => {
  it('counts the people and keys of each, and warns of pairs that one person should not hold', async () => {
    await openAt('roles', screens)
    await shows('Cashier')
    const [first, second] = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent)
    expect(first).toMatch(/^Cashier111/)
    expect(second).toMatch(/^OwnerAdministers people and approves payouts113/)
  })

  it('offers no new role to who only reads', async () => {
    setUser({ ...gil, permissions: ['rbac::roles:read'] })
    await openAt('roles', screens)
    await shows('Cashier')
    expect(document.body.textContent).not.toContain('New role')
  })
})

describe('the matrix of a role', () => {
  it('shows for each module none, view or edit, and how many of its permissions are held', async () => {
    await openCashier()
    expect(radio('Payin: View').checked).toBe(true)
    expect(radio('Access control: None').checked).toBe(true)
    expect(find('button', 'Payin, Edit: 0/2 permissions. Show them.').textContent).toBe('0/2')
    expect(document.querySelector('[aria-label="Accounts management: Edit"]')).toBeNull()
  })

  it('opens a cell to the exact permissions behind it', async () => {
    await openCashier()
    const cell = find('button', 'Payin, Edit: 0/2 permissions. Show them.')
    await press(cell)
    expect(cell.getAttribute('aria-expanded')).toBe('true')
    await shows('payin::charge:write')
    await press(box('Create and cancel charges'))
    expect(radio('Payin: Edit').checked).toBe(true)
    await shows('changes not saved')
  })

  it('gives nothing that the person does not hold themselves, and says so', async () => {
    await openCashier()
    await press(find('button', 'Payin, Edit: 0/2 permissions. Show them.'))
    expect(box('Refund payers').disabled).toBe(true)
    await shows('You do not hold it, so you cannot give it')
    await press(radio('Payin: Edit'))
    expect(box('Create and cancel charges').checked).toBe(true)
    expect(box('Refund payers').checked).toBe(false)
  })

  it('cannot be changed by who only reads', async () => {
    setUser({ ...gil, permissions: ['rbac::roles:read'] })
    await openCashier()
    expect([...document.querySelectorAll('input')].every(({ disabled }) => disabled)).toBe(true)
    for (const text of ['Review and save', 'Clone', 'Delete']) {
      expect(document.body.textContent).not.toContain(text)
    }
  })
})

describe('a change of a role', () => {
  it('shows its difference, whom it affects and what speaks against it before it is saved', async () => {
    area.answer('PUT /rbac/roles/4', () => cashier)
    await openCashier()
    await press(radio('Payin: Edit'))
    await press(find('button', 'Review and save'))
    await shows('What changes')
    for (const text of [
      'For Loja Aurora · Cashier',
      '1 permission is added',
      '1 permission is taken away',
      '1 person is affected',
      '1 API key is affected',
      'Administers people and approves payouts',
    ]) {
      expect(dialog()).toContain(text)
    }
    expect(area.bodies('PUT /rbac/roles/4')).toEqual([])
    await press(find('button', 'Save'))
    await vi.waitFor(() => expect(alert.get().message).toEqual(['Role saved']))
    const wanted = ['payin::charge:write', 'payin::payment:read']
    expect(area.bodies('POST /rbac/roles/plan')).toEqual([{ id: 4, permissions: wanted }])
    expect(area.bodies('PUT /rbac/roles/4')).toEqual([
      { name: 'Cashier', permissions: wanted, second_factor: false },
    ])
  })

  it('that would give what is not theirs is not sent', async () => {
    area.answer('POST /rbac/roles/plan', () => ({ ...plan, not_yours: ['gateway::all'] }))
    await openCashier()
    await press(radio('Payin: Edit'))
    await press(find('button', 'Review and save'))
    await shows('Go back and take these away:')
    await press(find('button', 'Save'))
    expect(find('button', 'Save').hasAttribute('aria-busy')).toBe(false)
    expect(area.bodies('PUT /rbac/roles/4')).toEqual([])
  })

  it('is refused where it was tried', async () => {
    area.answer('PUT /rbac/roles/4', () => refused(409, 'name_taken'))
    await openCashier()
    await type(find<HTMLInputElement>('input', 'Name'), 'Owner')
    await press(find('button', 'Review and save'))
    await shows('What changes')
    await press(find('button', 'Save'))
    await vi.waitFor(() => expect(dialog()).toContain('This name is taken'))
  })

  it('may be that a second factor is required of whoever has it, which is said before it is saved', async () => {
    area.answer('PUT /rbac/roles/4', () => cashier)
    area.answer('POST /rbac/roles/plan', () => ({ ...plan, added: [], removed: [], toxic: [] }))
    await openCashier()
    const required = box('Require a second factor')
    expect([required.checked, required.disabled]).toEqual([false, false])
    await press(required)
    await press(find('button', 'Review and save'))
    await shows('A second factor becomes required')
    await press(find('button', 'Save'))
    const sent = { name: 'Cashier', permissions: ['payin::payment:read'], second_factor: true }
    await vi.waitFor(() => expect(area.bodies('PUT /rbac/roles/4')).toEqual([sent]))
  })

  it('needs a name and something to save', async () => {
    await openCashier()
    const save = find<HTMLButtonElement>('button', 'Review and save')
    expect(save.disabled).toBe(true)
    await type(find<HTMLInputElement>('input', 'Name'), ' ')
    await press(save)
    await shows('Required')
    expect(area.bodies('POST /rbac/roles/plan')).toEqual([])
  })
})

describe('what was changed and not saved', () => {
  it('is asked about before the role is left', async () => {
    await import('../../kit/modal/LeaveQuestion')
    const router = await openAt('roles/4', screens)
    await shows('What this role holds')
    await press(radio('Payin: Edit'))
    await acting(() => router.history.push('/dashboard/settings/access-control/roles'))
    await shows('Leave without saving?')
    await press(find('button', 'Stay here'))
    expect(router.state.location.pathname).toMatch(/roles\/4$/)
    expect(radio('Payin: Edit').checked).toBe(true)
  })
})

describe('another role', () => {
  it('begins as a copy of one, and opens when it is made', async () => {
    area.answer('POST /rbac/roles', () => HttpResponse.json({ ...cashier, id: 9 }, { status: 201 }))
    area.answer('GET /rbac/roles/9', () => ({ ...cashier, id: 9, name: 'Copy of Cashier' }))
    const router = await openAt('roles/new?clone=4', screens)
    await shows('What this role holds')
    expect(find<HTMLInputElement>('input', 'Name').value).toBe('Copy of Cashier')
    expect(radio('Payin: View').checked).toBe(true)
    await press(find('button', 'Review and save'))
    await shows('A new role')
    await press(find('button', 'Save'))
    await vi.waitFor(() => expect(router.state.location.pathname).toMatch(/roles\/9$/))
    expect(area.bodies('POST /rbac/roles')).toEqual([
      { name: 'Copy of Cashier', permissions: ['payin::payment:read'], second_factor: false },
    ])
  })

  it('is compared side by side, by its differences or as a whole', async () => {
    await openAt('roles/compare?a=4&b=5', screens)
    await shows('payin::charge:write')
    const table = () => find('table', 'Compare roles').textContent
    expect(table()).toContain('Create and cancel chargespayin::charge:writeNoYes')
    expect(table()).not.toContain('payin::payment:read')
    await press(box('Only differences'))
    expect(table()).toContain('See payinspayin::payment:readYesYes')
  })

  it('that holds the same is said to do so', async () => {
    await openAt('roles/compare?a=4&b=4', screens)
    await shows('They hold the same')
  })
})

describe('a role that is deleted', () => {
  it('leads back to the list', async () => {
    area.answer('DELETE /rbac/roles/4', () => ({ status: true, statusCode: 200, message: 'role_deleted' }))
    const router = await openAt('roles/4', screens)
    await shows('What this role holds')
    await press(find('button', 'Delete'))
    await shows('This cannot be undone')
    await press(find('[role=dialog] button[type=submit]'))
    await vi.waitFor(() => expect(router.state.location.pathname).toMatch(/roles$/))
  })

  it('stays while somebody has it', async () => {
    area.answer('DELETE /rbac/roles/4', () => refused(409, 'role_in_use'))
    await openCashier()
    await press(find('button', 'Delete'))
    await shows('This cannot be undone')
    await press(find('[role=dialog] button[type=submit]'))
    await shows('A person or a key has this role')
  })
})
