import { describe, expect, it, vi } from 'vitest'
import { alert, type User } from '../app/state'
import { openUnder, sectionArea } from '../app/test-area'
import { refused } from '../app/test-kit'
import { find, press, shows, type } from '../app/test-page'
import { AccountRecord } from './AccountRecord'
import { AccountsList } from './AccountsList'
import type { AccountRow, AccountRecord as Record } from './accounts'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['rbac::companies:read', 'rbac::auths:read', 'register::company:write'],
  internal_user: true,
  sensitive: false,
}
const brl = (amount: number) => ({ amount, currency: 'BRL' as const })
const SHARED = {
  id: 3,
  code: 'available',
  alias: null,
  parent: null,
  closed_at: null,
  most_once: null,
  most_day: null,
  company_id: 2,
  company_name: 'Loja Aurora',
  kind: 'balance' as const,
  currency: 'BRL',
  available: brl(8_901),
  on_hold: brl(1_000),
  blocked_in: false,
  blocked_out: true,
  created_at: '2026-01-01T12:00:00Z',
  last_move_at: '2026-11-20T12:00:00Z',
}
const ROW: AccountRow = SHARED
const yen = (amount: number) => ({ amount, currency: 'JPY' as const })
const ABROAD: AccountRow = {
  ...SHARED,
  id: 4,
  currency: 'JPY',
  available: yen(6_531),
  on_hold: yen(0),
  blocked_out: false,
}
const ACCOUNT: Record = {
  ...SHARED,
  block_reason: 'Court order 123',
  day_left: null,
  entries: [
    {
      journal_id: '0199aaaa-0000-7000-8000-0000000000a1',
      kind: 'payin.payment',
      reference: 'c1',
      amount: brl(9_901),
      balance_after: brl(9_901),
      at: '2026-11-20T12:00:00Z',
    },
  ],
  holds: [],
}

const area = sectionArea(diego, { 'GET /v1/accounts': [ROW], 'GET /v1/accounts/3': ACCOUNT })
const record = () => openUnder('/dashboard/accounts', '/3', { '/$id': AccountRecord })
const submit = () => press(find('[role=dialog] button[type=submit]'))

describe('accounts', () => {
  it('are listed with whose they are, what they hold and what of them is blocked', async () => {
    await openUnder('/dashboard/accounts', '/list', { '/list': AccountsList })
    await Promise.all(['Available', 'Loja Aurora', '89.01', 'Nothing goes out'].map(shows))
  })

  it('say which currency they are in where the heading names another one', async () => {
    area.answer('GET /v1/accounts', [ROW, ABROAD])
    await openUnder('/dashboard/accounts', '/list', { '/list': AccountsList })
    await Promise.all(['JPY\u00a06,531', '89.01'].map(shows))
  })

  it('show what moved them, and why nothing goes out', async () => {
    await record()
    await Promise.all(
      ['Court order 123', 'Nothing goes out and nothing is set aside.', 'Pix received', '99.01'].map(shows),
    )
  })

  it('have limits of their own where they are sub-accounts, and keep what is not typed anew', async () => {
    const limits = { most_once: brl(300_000), most_day: brl(500_000), day_left: brl(240_000) }
    area.answer('GET /v1/accounts/3', { ...ACCOUNT, code: 'sub.1', alias: 'Taxes', ...limits })
    area.answer('PUT /v1/accounts/3/limits', { ...SHARED, block_reason: null })
    await record()
    await Promise.all(['5,000.00', '2,400.00'].map(shows))
    await press(await vi.waitFor(() => find('button', 'Limits')))
    await vi.waitFor(() => find('[role=dialog] button[type=submit]'))
    await submit()
    await vi.waitFor(() => expect(area.bodies('PUT /v1/accounts/3/limits')).toHaveLength(1))
    expect(area.bodies('PUT /v1/accounts/3/limits')).toEqual([
      { most_once: brl(300_000), most_day: brl(500_000) },
    ])
  })

  it('have the name they were given, and are closed when nothing is left on them', async () => {
    area.answer('GET /v1/accounts/3', { ...ACCOUNT, code: 'sub.1', alias: 'Taxes', parent: 'available' })
    area.answer('POST /v1/accounts/3/close', refused(409, 'sub_account_not_empty'))
    await record()
    await shows('Taxes')
    await press(find('button', 'Close'))
    await shows('It can no longer be used.')
    await type(find<HTMLInputElement>('[role=dialog] input'), 'No longer used')
    await submit()
    await shows('There is money on this sub-account')
  })

  it('are unblocked for a reason, and a refusal says what stands against it', async () => {
    area.answer('POST /v1/accounts/3/unblock/plan', {
      command: 'accounts:account:unblock',
      merchant: 2,
      changes: [{ field: 'blocked_out', before: true, after: false }],
      balances: [],
      hash: 'x',
      about: '',
      facts: [],
    })
    area.answer('POST /v1/accounts/3/unblock', refused(409, 'account_not_blocked'))
    await record()
    await press(await vi.waitFor(() => find('button', 'Unblock')))
    await shows('For Merchant balance · Loja Aurora')
    await type(find<HTMLInputElement>('[role=dialog] input'), 'Case closed')
    await submit()
    await shows('Way out blocked')
    await submit()
    await shows('This account is not blocked')
    area.answer('POST /v1/accounts/3/unblock', ACCOUNT)
    await submit()
    await vi.waitFor(() => expect(alert.get().message).toEqual(['Saved']))
    expect(area.bodies('POST /v1/accounts/3/unblock').at(-1)).toEqual({ reason: 'Case closed' })
  })
})
