import { expect, it } from 'vitest'
import type { User } from '../../app/state'
import { openUnder, sectionArea } from '../../app/test-area'
import { shows } from '../../app/test-page'
import { ProcessorsList } from './ProcessorsList'
import type { PayingRow } from './processors'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['payout::processors:read', 'auth::twoFactor'],
  internal_user: true,
  sensitive: false,
}
const ROW = {
  id: '0199aaaa-0000-7000-8000-000000000091',
  name: 'Banco do Vale',
  status: 'disabled',
  adapter: 'envio',
  methods: 'pix',
} as PayingRow

sectionArea(diego, {
  'GET /v1/payouts/processors': [ROW],
  'GET /v1/payouts/processors/facets': { total: { count: 1, sums: {}, estimated: false }, columns: {} },
})

it('a processor that is drained says so, and not that it is disabled', async () => {
  await openUnder('/dashboard/payouts/processors', '/list', { '/list': ProcessorsList })
  await shows('Banco do Vale')
  await shows('Drained')
  expect(document.body.textContent).not.toContain('Disabled')
})
