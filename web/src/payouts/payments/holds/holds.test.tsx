import { beforeEach, describe, expect, it } from 'vitest'
import { setAccount, type User } from '../../../app/state'
import { openUnder, sectionArea } from '../../../app/test-area'
import { shows } from '../../../app/test-page'
import type { HoldRow } from '../payment'
import { HoldsList } from './HoldsList'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['payout::payment:read', 'payout::hold:decide', 'auth::twoFactor'],
  internal_user: true,
  sensitive: false,
}
const ROW: HoldRow = {
  id: '0199aaaa-0000-7000-8000-000000000071',
  decide_by: '2026-11-20T12:00:00Z',
  hold_until: null,
  hold_reason: 'under_review',
  holder_name: 'Iara Pontes',
  holder_document: '***.982.247-**',
  bank_name: null,
  branch: null,
  number: null,
  pix_key: 'i***@example.com',
  amount: { amount: 125_000, currency: 'BRL' },
  created_at: '2026-11-20T12:00:00Z',
  origin: 'payout',
  batch_id: null,
  external_id: null,
  actor: 'bruno@aurora.example',
  company_id: 2,
  company_name: 'Loja Aurora',
}
/** Its clock has run out, and needs a second person of the merchant. */
const SECOND: HoldRow = {
  ...ROW,
  id: '0199aaaa-0000-7000-8000-000000000072',
  hold_until: '2026-11-20T12:30:00Z',
  hold_reason: 'second_person',
  holder_name: 'Nilo Prestes',
}

sectionArea(
  diego,
  {
    'GET /v1/payouts/holds': [ROW, SECOND],
    'GET /v1/payouts/holds/facets': { total: { count: 2, sums: {}, estimated: false }, columns: {} },
  },
  () => [import('../commands/acts')],
)
beforeEach(() => setAccount({ id: 2, name: 'Loja Aurora', unique: false }))

describe('the hold desk', () => {
  it('says of each payment why it waits and how long, and lets staff decide only what is theirs', async () => {
    await openUnder('/dashboard/payouts/payments/holds', '/', { '/': HoldsList })
    await Promise.all(
      ['Iara Pontes', 'Under review', 'No deadline: a person decides', 'Ending now', 'Batches'].map((word) =>
        shows(word),
      ),
    )
    const named = (name: string) =>
      [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === name)
    expect(named('Refuse')).toHaveLength(2)
    expect(named('Release')).toHaveLength(1)
    expect(named('Agree')).toHaveLength(0)
  })
})
