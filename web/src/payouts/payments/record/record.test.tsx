import { describe, expect, it } from 'vitest'
import type { User } from '../../../app/state'
import { openUnder, sectionArea } from '../../../app/test-area'
import { shows } from '../../../app/test-page'
import { PaymentPage } from '../PaymentRecord'
import type { PaymentRecord } from '../payment'

const bruno: User = {
  id: 'u-bruno',
  email: 'bruno@merchant.example',
  companyId: 2,
  company: { id: 2, name: 'Loja Aurora' },
  companies: [2],
  locale: 'en',
  permissions: ['payout::payment:read', 'auth::twoFactor'],
  internal_user: false,
  sensitive: false,
}
const ID = '0199aaaa-0000-7000-8000-000000000081'
const BRL = 'BRL' as const
const HELD: PaymentRecord = {
  id: ID,
  created_at: '2026-11-20T12:00:00Z',
  company_id: 2,
  origin: 'payout',
  method: 'pix',
  status: 'on_hold',
  amount: { amount: 125_000, currency: BRL },
  fee: { amount: 0, currency: BRL },
  gross: { amount: 125_000, currency: BRL },
  returned: { amount: 0, currency: BRL },
  fee_back: false,
  holder_name: 'Iara Pontes',
  holder_document: '***.982.247-**',
  kind: 'key',
  ispb: null,
  compe: null,
  bank_name: null,
  branch: null,
  number: null,
  account_type: null,
  pix_key: 'iara@nova.example',
  barcode: null,
  due_on: null,
  purpose: null,
  ted_purpose: null,
  opens_at: null,
  description: null,
  external_id: null,
  end_to_end_id: null,
  scheduled_for: null,
  ended_at: null,
  fail_code: null,
  last_error: null,
  blocked_reason: null,
  queued_reason: null,
  hold_reason: 'cooling_off',
  hold_until: '2026-11-21T12:00:00Z',
  replaces: null,
  batch_id: null,
  batch_line: null,
  payee_id: null,
  inside: false,
  tags: [],
  cost_centre: null,
  priority: 'normal',
  actor: 'ana@merchant.example',
  first: true,
  previous: {
    kind: 'account',
    ispb: '18236120',
    bank_name: 'Cooperativa Vale',
    branch: '0001',
    number: '44556678',
    account_type: 'CACC',
    pix_key: null,
    last_paid_at: '2026-10-05T12:00:00Z',
  },
  confirmation: null,
  replaced_by: null,
  orders: [],
  returns: [],
  cases: [],
  returns_error: null,
  rule_trace: null,
  routes: [],
  entries: [],
  timeline: [],
}

const area = sectionArea(bruno, {
  [`GET /v1/payouts/payments/${ID}`]: HELD,
  [`GET /v1/payouts/payments/${ID}/evidence`]: [],
})
const open = () => openUnder('/dashboard/payouts/payments', `/${ID}`, { '/$id': PaymentPage })
const rowsOf = (label: string) =>
  [...document.querySelectorAll(`section[aria-label="${label}"] tr`)].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  )

describe('a payment whose payee is known and whose destination is new', () => {
  it('shows the destination before beside the new one, and does not call the payee new', async () => {
    await open()
    await shows('New destination of a payee you know')
    const rows = rowsOf('Destination changed')
    expect(rows.slice(0, 4)).toEqual([
      ['Destination', 'Before', 'Now'],
      ['Bank', 'Cooperativa Vale', '—'],
      ['Account or key', '0001 / 4455667-8', 'iara@nova.example'],
      ['Type', 'Current', '—'],
    ])
    expect(rows[4]?.[2]).toBe('Never')
    expect(document.body.textContent).not.toContain('First payment to it')
  })

  it('compares nothing where nobody was paid before', async () => {
    area.answer(`GET /v1/payouts/payments/${ID}`, { ...HELD, previous: null })
    await open()
    await shows('First payment to it')
    expect(rowsOf('Destination changed')).toEqual([])
  })
})
