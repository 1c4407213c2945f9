import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setConfig } from '../app/config'
import { alert, setAccount, type User } from '../app/state'
import { openUnder, sectionArea } from '../app/test-area'
import { find, press, shows } from '../app/test-page'
import { PaymentsList } from './PaymentsList'

const ana: User = {
  id: 'u-ana',
  email: 'ana@merchant.example',
  companyId: 2,
  company: { id: 2, name: 'Loja Aurora' },
  companies: [2],
  locale: 'en',
  permissions: ['rbac::companies:read', 'payin::payment:read', 'payin::charge:write', 'payin::refund:write'],
  internal_user: false,
  sensitive: false,
}

const ID = '0199aaaa-0000-7000-8000-0000000000c1'
const ONE = `/v1/payin/charges/${ID}`
const brl = (amount: number) => ({ amount, currency: 'BRL' })
const row = (last: string, status: string, payer_name: string) => ({
  id: ID.slice(0, -1) + last,
  created_at: '2026-11-20T12:00:00Z',
  payer_name,
  status,
  amount: brl(3_700),
  fee: brl(37),
  refunded: brl(0),
  awaiting_approval: brl(0),
  method: 'pix',
})
const ROWS = [row('1', 'paid', 'Zilda Ramos'), row('2', 'failed', 'Caio Melo'), row('3', 'expired', 'Nobody')]
const CREATE = 'POST /v1/payin/charges'

const area = sectionArea(
  ana,
  {
    'GET /v1/payin/charges': ROWS,
    'GET /v1/payin/charges/facets': { total: { count: 3, sums: {}, estimated: false }, columns: {} },
    'GET /v1/payin/charges/summary': { statuses: [], review: { count: 0 } },
    [`GET ${ONE}`]: {
      id: ID,
      fee: brl(37),
      refundable: brl(3_700),
      awaiting_approval: brl(0),
      split: [],
      status: 'pending',
      br_code: '000201',
    },
    [CREATE]: { id: ID },
    [`POST ${ONE}/trial-payment`]: { id: ID },
  },
  () => [import('./commands/RefundRow'), import('./commands/testPayment'), import('../ui/MenuPart')],
)
const settings = {
  apiHost: '',
  authHost: '',
  botCheck: { kind: 'none' },
  privacyUrl: '',
  termsUrl: '',
  helpUrl: '',
}
const openList = (environment: 'development' | 'production') => {
  setConfig({ ...settings, environment, internalDomains: [], internalCookieDomains: [], outside: {} })
  return openUnder('/dashboard/payin/payments', '/list', { '/list': PaymentsList })
}
beforeEach(() => setAccount({ id: 2, name: 'Loja Aurora', unique: true }))

describe('the end of a row of charges', () => {
  it('offers what can be done with it, by keyboard too, and a refund of what is left of it', async () => {
    await openList('production')
    const menu = () => find<HTMLButtonElement>('button[aria-label="What to do with R$37.00 of Zilda Ramos"]')
    await vi.waitFor(menu)
    // Tab comes to the menu of the row where the keyboard stands, not to all of them.
    expect(menu().tabIndex).toBe(0)
    expect(find('button[aria-label$="of Caio Melo"]').tabIndex).toBe(-1)
    await press(menu())
    await vi.waitFor(() => find('[role=menuitem]', 'Refund'))
    expect(document.querySelectorAll('[role=menuitem]')).toHaveLength(1)
    await press(find('[role=menuitem]', 'Refund'))
    await shows('Refund amount')
    await shows('R$37.00')
  })

  it('is empty where nothing can be done, and a failed one is sent again', async () => {
    await openList('production')
    await vi.waitFor(() => find('button[aria-label="What to do with R$37.00 of Caio Melo"]'))
    expect(document.querySelectorAll('button[aria-label^="What to do"]')).toHaveLength(2)
  })
})

describe('a test payment', () => {
  it('is a real charge that the sandbox bank pays', async () => {
    await openList('development')
    await press(find('button', 'Create test payment'))
    await vi.waitFor(() => expect(alert.get().message).toEqual(['The sandbox bank paid the test charge']))
    expect(area.bodies(CREATE)).toMatchObject([{ amount: { currency: 'BRL' } }])
    expect(area.bodies(`POST ${ONE}/trial-payment`)).toHaveLength(1)
  })

  it('is offered in development alone', async () => {
    await openList('production')
    await shows('Zilda Ramos')
    expect(document.body.textContent).not.toContain('Create test payment')
  })
})
