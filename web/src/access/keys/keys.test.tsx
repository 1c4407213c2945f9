import { beforeEach, describe, expect, it, vi } from 'vitest'
import { alert, setUser } from '../../app/state'
import { HttpResponse, refused } from '../../app/test-kit'
import { acting, find, press, shows, type } from '../../app/test-page'
import type { KeyRow } from '../contract'
import { accessArea, box, gil, openAt, typeLong } from '../test-access'
import { KeysList } from './KeysList'

const area = accessArea()
const screens = { keys: KeysList }
const SECRET = 'rtg_0190aaaa_abcdefghijklmnopqrstuvwxyz'

const shop: KeyRow = {
  id: 'k1',
  name: 'Shop',
  role_id: 4,
  role_name: 'Cashier',
  company_id: 2,
  company_name: 'Loja Aurora',
  prefix: 'rtg_0190aaaabbbbccccddddeeeeffff0000_xYz9',
  addresses: ['203.0.113.0/24'],
  expires_at: null,
  last_used_at: null,
  last_used_ip: null,
  status: 'active',
  grace_until: null,
  created_at: '2026-11-01T12:00:00Z',
  created_by: 'gil@merchant.example',
}
const shared = { company_id: 2, company_name: 'Loja Aurora', people: 0, keys: 0, toxic: [] }
const roles = [
  { ...shared, id: 4, name: 'Cashier', permissions: ['payin::payment:read'] },
  { ...shared, id: 5, name: 'Owner', permissions: ['gateway::all'] },
]

beforeEach(() => {
  area.answer('GET /rbac/keys', () => [shop])
  area.answer('GET /rbac/roles', () => roles)
})

const open = async () => {
  await openAt('keys', screens)
  await shows('rtg_0190…xYz9')
}
const doing = async (name: string) => {
  await open()
  await press(find('button', 'What can be done with Shop'))
  await press(await vi.waitFor(() => find('[role=menuitem]', name)))
}
const submit = () => press(find('[role=dialog] button[type=submit]'))
const field = (name: string) => find<HTMLInputElement>('[role=dialog] input', name)

describe('the list of keys', () => {
  it('shows as what each acts, from where, until when, and whether it was used', async () => {
    await open()
    expect(find('tbody tr').textContent).toBe('Shoprtg_0190…xYz9ActiveCashier203.0.113.0/24NeverNot yet')
  })

  it('shows the last day in the zone of the books, as the form does', async () => {
    area.answer('GET /rbac/keys', () => [{ ...shop, expires_at: '2027-02-01T02:59:59Z' }])
    await doing('Edit')
    await shows('Last day')
    expect(find('tbody tr').textContent).toContain('31 Jan 2027')
    expect(field('Last day').value).toBe('31/01/2027')
  })

  it('offers nothing to who only reads, and nothing for a key that is revoked', async () => {
    setUser({ ...gil, permissions: ['rbac::keys:read'] })
    await open()
    expect(document.querySelector('tbody button')).toBeNull()
    expect(document.body.textContent).not.toContain('New key')
  })
})

describe('a new key', () => {
  it('shows its secret once, and does not go away before the person says that they keep it', async () => {
    area.answer('POST /rbac/keys', () => HttpResponse.json({ ...shop, secret: SECRET }, { status: 201 }))
    await open()
    await press(find('button', 'New key'))
    await shows('Give it as little as it needs')
    await type(field('Name'), 'Shop')
    await press(find('[role=combobox]', 'Role'))
    await press(await vi.waitFor(() => find('[role=option]', 'Cashier')))
    await typeLong(find<HTMLTextAreaElement>('textarea'), '203.0.113.0/24\n10.0.0.7')
    await submit()
    await shows(SECRET)
    await shows('This is the only time it is shown')
    await acting(() => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
    expect(document.body.textContent).toContain(SECRET)
    expect(find<HTMLButtonElement>('button', 'Done').disabled).toBe(true)
    await press(box('I have stored it'))
    await press(find('button', 'Done'))
    await vi.waitFor(() => expect(document.body.textContent).not.toContain(SECRET))
    const [sent] = area.bodies('POST /rbac/keys') as { expires_at: string }[]
    expect(sent).toMatchObject({ name: 'Shop', role_id: 4, addresses: ['203.0.113.0/24', '10.0.0.7'] })
    expect(Date.parse(sent?.expires_at ?? '') - Date.now()).toBeGreaterThan(89 * 86_400_000)
  })

  it('that waits for approval shows its secret too, and says when it begins to work', async () => {
    const held = { status: true, statusCode: 202, message: 'awaiting_approval', secret: SECRET }
    area.answer('POST /rbac/keys/k1/rotate', () => HttpResponse.json(held, { status: 202 }))
    await doing('Rotate')
    await shows('The key gets a new secret')
    await submit()
    await shows(SECRET)
    await shows('It begins to work once a second person has approved the key.')
  })

  it('gets no role that holds more than the person does', async () => {
    await open()
    await press(find('button', 'New key'))
    await shows('Give it as little as it needs')
    await press(find('[role=combobox]', 'Role'))
    await vi.waitFor(() => find('[role=option]', 'Cashier'))
    expect(document.querySelectorAll('[role=option]')).toHaveLength(1)
  })

  it('says at its fields what is wrong, also when the server finds it', async () => {
    area.answer('PATCH /rbac/keys/k1', () => refused(400, { addresses: ['not_allowed'] }))
    await doing('Edit')
    await shows('Edit the key')
    await type(field('Name'), '')
    await submit()
    await shows('Required')
    await type(field('Name'), 'Shop 2')
    await submit()
    await shows('This value is not allowed')
    expect(area.bodies('PATCH /rbac/keys/k1')).toEqual([
      { name: 'Shop 2', addresses: ['203.0.113.0/24'], expires_at: null },
    ])
  })
})

describe('a key', () => {
  it('is rotated with time for the old secret, and shows the new one once', async () => {
    area.answer('POST /rbac/keys/k1/rotate', () => ({ ...shop, status: 'rotating', secret: SECRET }))
    await doing('Rotate')
    await shows('The old secret works for')
    await submit()
    await shows(SECRET)
    expect(area.bodies('POST /rbac/keys/k1/rotate')).toEqual([{ grace_minutes: 1440 }])
  })

  it('is revoked after a question', async () => {
    area.answer('POST /rbac/keys/k1/revoke', () => ({ ...shop, status: 'revoked' }))
    await doing('Revoke')
    await shows('stops working at once')
    expect(area.bodies('POST /rbac/keys/k1/revoke')).toEqual([])
    await submit()
    await vi.waitFor(() => expect(alert.get().message).toEqual(['Key revoked']))
  })
})
