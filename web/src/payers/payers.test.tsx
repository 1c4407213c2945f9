import { beforeEach, expect, it, vi } from 'vitest'
import { setAccount, type User } from '../app/state'
import { openUnder, sectionArea } from '../app/test-area'
import { find, press, shows } from '../app/test-page'
import Notes from '../payin/record/Notes'
import { PayerTimeline } from './PayerTimeline'
import { Charges, Refunds } from './sides'

const ana: User = {
  id: 'u-ana',
  email: 'ana@merchant.example',
  companyId: 2,
  company: { id: 2, name: 'Loja Aurora' },
  companies: [2],
  locale: 'en',
  permissions: ['rbac::companies:read', 'payin::payment:read', 'payin::charge:write'],
  internal_user: false,
  sensitive: false,
}

const ID = '0198b2a0-0000-7000-8000-000000000001'
const brl = (amount: number) => ({ amount, currency: 'BRL' })
const PAYER = {
  id: ID,
  name: 'Zilda Ramos',
  document: '52998224725',
  company_id: 2,
  company_name: 'Loja Aurora',
  first_at: '2026-10-01T12:00:00Z',
  last_at: '2026-11-20T12:00:00Z',
  sums: [{ charges: 4, converted: 3, paid: brl(10_000), refunds: 1, refunded: brl(2_500) }],
  partial: false,
  disputes: 0,
  recurrences: 2,
  timeline: [
    { at: '2026-11-19T12:00:00Z', kind: 'charged', amount: brl(10_000), subject: ID },
    { at: '2026-11-20T12:00:00Z', kind: 'paid', amount: brl(10_000), subject: ID },
  ],
}
const ONE = `/v1/payin/payers/${ID}`
const area = sectionArea(ana, {
  [`GET ${ONE}`]: PAYER,
  'GET /v1/payin/charges': [],
  'GET /v1/payin/charges/facets': { total: { count: 0, sums: {}, estimated: false }, columns: {} },
  'GET /v1/payin/refunds': [],
  'GET /v1/payin/refunds/facets': { total: { count: 0, sums: {}, estimated: false }, columns: {} },
})
const screens = { '/$id': Charges, '/$id/refunds': Refunds }

beforeEach(() => setAccount({ id: 2, name: 'Loja Aurora', unique: false }))

it('a payer has sums, and lists that are asked with the document alone', async () => {
  await openUnder('/dashboard/payin/payers', `/${ID}`, screens)
  await shows('R$100.00')
  await shows('25.0% of what was paid')
  await shows('3 of 4 charges paid')
  await shows('Recurrences (2)')
  await vi.waitFor(() => expect(area.sent.some(({ call }) => call === 'GET /v1/payin/charges')).toBe(true))
  const asked = area.sent.find(({ call }) => call === 'GET /v1/payin/charges')
  expect(asked?.query.get('payer_document')).toBe('52998224725')
  expect(asked?.query.has('created_at_from')).toBe(false)
  await press(find('a', 'Refunds (1)'))
  await vi.waitFor(() => expect(area.sent.some(({ call }) => call === 'GET /v1/payin/refunds')).toBe(true))
})

it('a payer has a timeline over all their charges, the newest first, each leading to its record', async () => {
  await openUnder('/dashboard/payin/payers', `/${ID}/timeline`, { '/$id/timeline': PayerTimeline })
  await shows('Charge created')
  expect([...document.querySelectorAll('ol a')].map((link) => link.textContent)).toEqual([
    'Paid',
    'Charge created',
  ])
  expect(find('ol a', 'Paid').getAttribute('href')).toBe(`/dashboard/payin/payments/${ID}`)
})

it('a timeline that has not everything says how much it shows', async () => {
  await openUnder('/dashboard/payin/payers', `/${ID}/timeline`, { '/$id/timeline': PayerTimeline })
  await shows('The newest 2 entries. Older charges and recurrences are in their tabs.')
})

it('a timeline that has everything says nothing of older entries', async () => {
  area.answer(`GET ${ONE}`, { ...PAYER, sums: [{ ...PAYER.sums[0], charges: 1 }], recurrences: 0 })
  await openUnder('/dashboard/payin/payers', `/${ID}/timeline`, { '/$id/timeline': PayerTimeline })
  await shows('Charge created')
  expect(document.body.textContent).not.toContain('The newest')
})

it('with too many charges to add up it says so instead of a sum', async () => {
  area.answer(`GET ${ONE}`, { ...PAYER, document: null, sums: [], partial: true, first_at: null })
  await openUnder('/dashboard/payin/payers', `/${ID}`, screens)
  await shows('Over 10,000 charges')
  await shows('By name, at Loja Aurora')
})

it('a charge shows its notes, and those of staff without a name', async () => {
  area.answer(`GET /v1/payin/charges/${ID}/notes`, {
    notes: [
      { id: 'n1', text: 'Chargeback risk', author: null, by_staff: true, created_at: '2026-11-20T12:00:00Z' },
    ],
    files: [],
  })
  await openUnder('/dashboard/payin/payments', `/${ID}`, { '/$id': () => <Notes id={ID} /> })
  await shows('Chargeback risk')
  await shows('Provider’s team')
})
