import { expect, it, vi } from 'vitest'
import { setAccount, type User } from '../app/state'
import { openUnder, sectionArea } from '../app/test-area'
import { find, press, shows } from '../app/test-page'
import { ReviewsList } from './ReviewsList'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['rbac::companies:read', 'payin::payment:read', 'payin::review:write'],
  internal_user: true,
  sensitive: false,
}
const PAID = 'E12345678202611201200abcdefghijk'
const ACCEPT = `POST /v1/payin/reviews/${PAID}/accept`
const REVIEW = {
  end_to_end_id: PAID,
  received_at: '2026-11-20T12:00:00Z',
  payer_name: 'Beatriz Teste',
  amount: { amount: 3_000, currency: 'BRL' as const },
  review_reason: 'amount_differs',
  charge_id: null,
  giving_back: false,
  company_id: 2,
  company_name: 'Loja Aurora',
}
const PLAN = { command: 'x', merchant: 2, changes: [], balances: [], about: '', facts: [], hash: 'x' }
const area = sectionArea(
  diego,
  { 'GET /v1/payin/reviews': [REVIEW], [`${ACCEPT}/plan`]: PLAN, [ACCEPT]: {} },
  () => [import('./commands/acts')],
)

it('a payment is decided over with all merchants in sight, and the window names whose it is', async () => {
  setAccount({ id: 'all', name: 'All merchants', unique: false })
  await openUnder('/dashboard/payin/payments', '/reviews', { '/reviews': ReviewsList })
  await shows('Beatriz Teste')
  await press(find('button', 'Accept'))
  await shows('For Loja Aurora')
  await press(await vi.waitFor(() => find('[role=dialog] button[type=submit]')))
  await vi.waitFor(() => expect(area.bodies(ACCEPT)).toEqual([{}]))
})
