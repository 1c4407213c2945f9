import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setAccount, type User } from '../../app/state'
import { openUnder, sectionArea } from '../../app/test-area'
import { find, press, shows, type } from '../../app/test-page'
import { PayeePage } from './PayeeRecord'
import { PayeesList } from './PayeesList'
import type { Confirmation, PayeeRecord, PayeeRow } from './payee'

const bruno: User = {
  id: 'u-bruno',
  email: 'bruno@merchant.example',
  companyId: 2,
  company: { id: 2, name: 'Loja Aurora' },
  companies: [2],
  locale: 'en',
  permissions: [
    'payout::payment:read',
    'payout::dataQualification:read',
    'payout::dataQualification:write',
    'auth::twoFactor',
  ],
  internal_user: false,
  sensitive: false,
}
const ID = '0199aaaa-0000-7000-8000-000000000051'
const PLACE = '0199aaaa-0000-7000-8000-000000000052'
const ONE = `/v1/payouts/payees/${ID}`
const FOUND: Confirmation = {
  match_class: 'close',
  score: 90,
  reordered: false,
  pairs: [
    { expected: 'Joao', found: 'JOÃO', how: 'accent', points: 40, weight: 40 },
    { expected: 'P', found: 'PEDRO', how: 'initial', points: 23, weight: 33 },
    { expected: 'ME', found: null, how: 'form', points: 0, weight: 0 },
  ],
  expected_name: 'Joao P Silva ME',
  found_name: 'JOÃO PEDRO DA SILVA',
  owner: 'agree',
  owner_document: '***.982.247-**',
  owner_kind: 'person',
  participant: '18236120',
  key_created_at: '2023-09-14T12:00:00Z',
  owned_since: '2023-09-14T12:00:00Z',
  history: { settlements_m6: 500, reported_frauds_d30: 0, confirmed_frauds_m6: 0 },
  problem: null,
  end_to_end_id: 'E12345678202611221200abcdefghijk',
  looked_up_at: '2026-11-20T12:00:00Z',
}
const JOAO: PayeeRecord = {
  id: ID,
  created_at: '2026-10-01T12:00:00Z',
  name: 'Joao P Silva ME',
  trade_name: null,
  document: '***.982.247-**',
  status: 'qualified',
  divergent: [],
  reason: null,
  source: 'person',
  destinations: 1,
  match_class: 'close',
  checking: false,
  check_problem: null,
  checked_at: '2026-11-20T12:00:00Z',
  expires_at: '2027-05-19T12:00:00Z',
  company_id: 2,
  fields: [
    {
      field: 'name',
      ours: 'Joao P Silva ME',
      found: 'JOÃO PEDRO DA SILVA',
      agrees: true,
      source: 'dict',
      at: '2026-11-20T12:00:00Z',
    },
  ],
  places: [
    {
      id: PLACE,
      created_at: '2026-10-01T12:00:00Z',
      kind: 'key',
      state: 'new',
      bank_name: null,
      ispb: null,
      branch: null,
      number: null,
      account_type: null,
      pix_key: '+5511*****321',
      pix_key_kind: 'phone',
      usable_from: null,
      reason: null,
      trusted_by: null,
      owner_changed_at: null,
      confirmation: FOUND,
      paid_count: 2,
      paid: { amount: 58_310, currency: 'BRL' },
      first_paid_at: '2026-10-02T12:00:00Z',
      last_paid_at: '2026-11-02T12:00:00Z',
      shared_with: null,
    },
  ],
  lookups_left: 996,
  cooling_off_hours: 24,
  timeline: [],
}
const ROW: PayeeRow = {
  id: ID,
  created_at: JOAO.created_at,
  name: JOAO.name,
  trade_name: null,
  document: JOAO.document,
  kind: 'person',
  status: 'qualified',
  destinations: 1,
  match_class: 'close',
  never_paid: false,
  first_paid_at: null,
  last_paid_at: null,
  paid_count: 2,
  paid: { amount: 58_310, currency: 'BRL' },
  destination_changed_at: null,
  owner_changed: false,
  checked_at: null,
  expires_at: null,
  source: 'person',
  company_id: 2,
  company_name: 'Loja Aurora',
}
const PLAN = {
  command: 'payouts:destination:trust',
  merchant: 2,
  changes: [],
  balances: [],
  hash: 'h',
  about: JOAO.name,
  facts: [{ field: 'found_name', value: 'JOÃO PEDRO DA SILVA' }],
}

const area = sectionArea(
  bruno,
  {
    [`GET ${ONE}`]: JOAO,
    'GET /v1/payouts/payees': [ROW],
    'GET /v1/payouts/payees/facets': {
      total: { count: 1, sums: {}, estimated: false },
      columns: {},
    },
  },
  () => [
    import('./commands/AddPayee'),
    import('./commands/destinationActs'),
    import('./commands/payeeActs'),
    import('./commands/Reveal'),
  ],
)
beforeEach(() => setAccount({ id: 2, name: 'Loja Aurora', unique: false }))
const open = (path: string) =>
  openUnder('/dashboard/payouts/data-qualification/individual', path, {
    '/list': PayeesList,
    '/$id': PayeePage,
  })
const submit = () => press(find('[role=dialog] button[type=submit]'))

describe('payees', () => {
  it('stand in a list with how their names compare, and not with whole documents', async () => {
    await open('/list')
    await Promise.all(['Joao P Silva ME', '***.982.247-**', 'Close', '583.10'].map(shows))
  })

  it('say which words agree, what each earned, and whose the key is', async () => {
    await open(`/${ID}`)
    await Promise.all(
      [
        'Close, 0.90',
        '0.40 of 0.40',
        '0.23 of 0.33',
        'Company form, ignored',
        'no weight',
        '500 settled',
      ].map(shows),
    )
  })

  it('have a destination trusted after it was shown whom the directory names, with the note of a call', async () => {
    area.answer(`POST /v1/payouts/payee-destinations/${PLACE}/trust/plan`, PLAN)
    area.answer(`POST /v1/payouts/payee-destinations/${PLACE}/trust`, JOAO)
    await open(`/${ID}`)
    await shows('Close, 0.90')
    await press(find('button', 'Trust'))
    await shows('cooling-off of 24 hours')
    await type(find<HTMLInputElement>('[role=dialog] input'), 'Liguei no fixo')
    await submit()
    await shows('Owner at the directory')
    await submit()
    await vi.waitFor(() =>
      expect(area.bodies(`POST /v1/payouts/payee-destinations/${PLACE}/trust`)).toEqual([
        { call_back: 'Liguei no fixo' },
      ]),
    )
  })

  it('cannot have a destination of somebody else trusted', async () => {
    const place = {
      ...JOAO.places[0],
      confirmation: { ...FOUND, owner: 'differ', match_class: 'no', score: 12 },
    }
    area.answer(`GET ${ONE}`, { ...JOAO, status: 'divergent', divergent: ['document'], places: [place] })
    await open(`/${ID}`)
    await Promise.all(['The document is another', 'No match, 0.12'].map(shows))
    expect(find<HTMLButtonElement>('button', 'Trust').disabled).toBe(true)
  })

  it('are shown whole once somebody says so', async () => {
    area.answer(`POST ${ONE}/reveal`, {
      id: ID,
      document: '52998224725',
      places: [{ id: PLACE, pix_key: '+5511987654321', branch: null, number: null }],
    })
    await open(`/${ID}`)
    await shows('Close, 0.90')
    await press(find('button', 'Show in full'))
    await shows('It is recorded that you looked.')
    await submit()
    await Promise.all(['529.982.247-25', '+5511987654321'].map(shows))
  })
})
