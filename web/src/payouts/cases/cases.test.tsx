import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setAccount, type User } from '../../app/state'
import { openUnder, sectionArea } from '../../app/test-area'
import { find, press, shows, type } from '../../app/test-page'
import { CasePage } from './CaseRecord'
import { CasesList } from './CasesList'
import type { CaseRecord, CaseRow } from './case'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['payout::payment:read', 'payout::exception:decide', 'auth::twoFactor'],
  internal_user: true,
  sensitive: false,
}
const ID = '0199aaaa-0000-7000-8000-000000000091'
const OPEN: CaseRecord = {
  id: ID,
  company_id: 2,
  company_name: 'Loja Aurora',
  kind: 'paid_after_failed',
  payout_id: '0199aaaa-0000-7000-8000-000000000092',
  payout_status: 'failed',
  origin: 'payout',
  holder_name: 'Lúcia Prado Gomes',
  amount: { amount: 27_400, currency: 'BRL' },
  incoming: false,
  reference: 'E1234567820261120150012345678901',
  source: 'bank',
  evidence: 'the bank says that it carried out an order that it had refused',
  status: 'open',
  outcome: null,
  reason: null,
  opened_at: '2026-11-20T12:00:00Z',
  proposed_at: null,
  proposed_by: null,
  settled_at: null,
  settled_by: null,
  replaced_by: null,
  may_settle: false,
  timeline: [],
}
const PROPOSED: CaseRecord = {
  ...OPEN,
  status: 'proposed',
  outcome: 'losses',
  reason: 'O favorecido não responde',
  proposed_at: '2026-11-20T13:00:00Z',
  proposed_by: 'eva@retaguarda.example',
  may_settle: true,
}
const ROW: CaseRow = { ...OPEN, kind: 'paid_after_failed', source: 'bank', status: 'open', outcome: null }

const plan = (command: string) => ({
  command,
  merchant: 2,
  changes: [],
  balances: [],
  hash: 'h',
  about: '',
  facts: [],
})

const area = sectionArea(
  diego,
  {
    [`GET /v1/payouts/cases/${ID}`]: OPEN,
    'GET /v1/payouts/cases': [ROW],
    'GET /v1/payouts/cases/facets': { total: { count: 1, sums: {}, estimated: false }, columns: {} },
  },
  () => [import('./commands/acts')],
)
beforeEach(() => setAccount({ id: 2, name: 'Loja Aurora', unique: false }))
const open = (path: string) =>
  openUnder('/dashboard/payouts/administration/cases', path, { '/': CasesList, '/$id': CasePage })
const submit = async () => press(find('[role=dialog] button[type=submit]'))

describe('the desk of cases', () => {
  it('lists what the bank did, whose money it is and what it waits for', async () => {
    await open('/')
    await Promise.all(
      ['Paid after it failed', 'Loja Aurora', 'Open', '274.00', 'Cases'].map((word) => shows(word)),
    )
  })

  it('takes a proposal with its reason, and moves no money by it', async () => {
    const path = `POST /v1/payouts/cases/${ID}/propose`
    area.answer(`${path}/plan`, plan('payouts:case:propose'))
    area.answer(path, PROPOSED)
    await open(`/${ID}`)
    await shows('Nobody has proposed')
    await press(find('button', 'Propose an outcome'))
    await type(
      find<HTMLInputElement>('[role=dialog] input, [role=dialog] textarea', 'Reason'),
      'carta do banco',
    )
    await submit()
    await press(await vi.waitFor(() => find('[role=dialog] button[type=submit]', 'Propose')))
    await vi.waitFor(() => expect(area.bodies(path)).toEqual([{ outcome: 'bank', reason: 'carta do banco' }]))
  })

  it('is settled by a second person, never by who proposed', async () => {
    const path = `POST /v1/payouts/cases/${ID}/settle`
    area.answer(`GET /v1/payouts/cases/${ID}`, PROPOSED)
    area.answer(`${path}/plan`, plan('payouts:case:settle'))
    area.answer(path, { ...PROPOSED, status: 'settled' })
    await open(`/${ID}`)
    await shows('O favorecido não responde')
    await press(find('button', 'Settle'))
    await shows('The money leaves the suspense account as proposed.')
    await press(await vi.waitFor(() => find('[role=dialog] button[type=submit]', 'Settle')))
    await vi.waitFor(() => expect(area.bodies(path)).toHaveLength(1))
  })

  it('tells who proposed that somebody else settles it', async () => {
    area.answer(`GET /v1/payouts/cases/${ID}`, { ...PROPOSED, may_settle: false })
    await open(`/${ID}`)
    await shows('O favorecido não responde')
    expect(find<HTMLButtonElement>('button', 'Settle').disabled).toBe(true)
    expect(find<HTMLButtonElement>('button', 'Send back').disabled).toBe(false)
  })
})
