import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setUser } from '../../app/state'
import { find, press, shows, type } from '../../app/test-page'
import { accessArea, gil, openAt } from '../test-access'
import { WhoCan } from './WhoCan'

const area = accessArea()
const screens = { permissions: WhoCan }

beforeEach(() => {
  area.answer('GET /rbac/permissions', () => [
    { module: 'payin', view: ['payin::payment:read'], edit: ['payin::refund:write'] },
    { module: 'tools', view: ['scheduler::task:read'], edit: [] },
  ])
  area.answer('GET /rbac/permissions/payin::refund:write/holders', () => ({
    people: [
      {
        id: 'u-ana',
        name: 'Ana Lima',
        email: 'ana@merchant.example',
        company_id: 2,
        roles: ['Cashier', 'Owner'],
      },
    ],
    keys: [{ id: 'k1', name: 'Shop' }],
  }))
})

const permissions = () =>
  [...document.querySelectorAll('[aria-pressed] code')].map((name) => name.textContent)

describe('who can do this?', () => {
  it('is asked of a permission, and told with people, keys and through which roles', async () => {
    const router = await openAt('permissions', screens)
    await shows('People and keys that hold it appear here')
    expect(permissions()).toEqual(['payin::payment:read', 'payin::refund:write', 'scheduler::task:read'])
    await press(find('button', 'Refund payerspayin::refund:write'))
    await shows('1 person')
    expect(find('table').textContent).toContain('Ana Limaana@merchant.exampleCashier, Owner')
    expect(document.body.textContent).toContain('1 API keyShop')
    expect(find('a', 'Ana Lima').getAttribute('href')).toMatch(/access-control\/users\/u-ana$/)
    expect(router.state.location.search).toEqual({ permission: 'payin::refund:write' })
  })

  it('finds permissions by what they let one do, by their names and by their modules', async () => {
    await openAt('permissions', screens)
    await shows('See payins')
    const search = find<HTMLInputElement>('input', 'Find a permission')
    await type(search, 'REFUND')
    expect(permissions()).toEqual(['payin::refund:write'])
    await type(search, 'scheduler::')
    expect(permissions()).toEqual(['scheduler::task:read'])
    await type(search, 'payin')
    expect(permissions()).toEqual(['payin::payment:read', 'payin::refund:write'])
    await type(search, 'nothing')
    await shows('No permission like this')
  })

  it('says when nobody can', async () => {
    area.answer('GET /rbac/permissions/payin::payment:read/holders', () => ({ people: [], keys: [] }))
    await openAt('permissions?permission=payin::payment:read', screens)
    await shows('Nobody holds it')
    await shows('No key holds it')
  })

  it('is asked only by who may see roles', async () => {
    setUser({ ...gil, permissions: ['rbac::users:read'] })
    await openAt('permissions', screens)
    await shows('You are unauthorized')
    await vi.waitFor(() => expect(document.body.textContent).not.toContain('payin::'))
  })
})
