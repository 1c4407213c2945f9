import { beforeEach, describe, expect, it, vi } from 'vitest'
import { alert, setAccount, type User } from '../../app/state'
import { openUnder, sectionArea } from '../../app/test-area'
import { find, press, shows, type } from '../../app/test-page'
import { DepositPage } from './DepositRecord'
import { DepositsList } from './DepositsList'
import type { DepositRecord } from './deposit'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['rbac::companies:read', 'payout::deposit:read', 'payout::deposit:write'],
  internal_user: true,
  sensitive: false,
}

const ID = '0199aaaa-0000-7000-8000-000000000001'
const DEPOSIT: DepositRecord = {
  id: ID,
  received_at: '2026-11-20T12:00:41Z',
  paid_at: '2026-11-20T12:00:00Z',
  end_to_end_id: 'E60701190202611201200abcdefghijk',
  bank_ref: null,
  file_id: null,
  line: null,
  payer_name: 'Loja Aurora Comércio Ltda',
  payer_document: 'P3E2Z8IQ9Y7J64',
  bank: '60701190',
  bank_name: 'ITAÚ UNIBANCO S.A.',
  method: 'pix',
  amount: { amount: 250_000, currency: 'BRL' },
  given_back: { amount: 0, currency: 'BRL' },
  left: null,
  awaiting_approval: null,
  give_backs: [],
  status: 'unidentified',
  matched_by: null,
  identified_at: null,
  identified_by: null,
  reason: null,
  company_id: 1,
  company_name: 'Retaguarda',
  candidate: { id: 2, name: 'Loja Aurora' },
  returnable: true,
  returns: [],
  entries: [],
  timeline: [],
}
const ONE = `/v1/account/deposits/${ID}`
const PLAN = {
  command: 'account:deposit:identify',
  merchant: 1,
  changes: [{ field: 'status', before: 'unidentified', after: 'claimed' }],
  balances: [],
  hash: 'x',
  about: '',
  facts: [],
}
const area = sectionArea(
  diego,
  {
    [`GET ${ONE}`]: DEPOSIT,
    'GET /rbac/companies': [
      { id: 1, name: 'Retaguarda' },
      { id: 2, name: 'Loja Aurora' },
    ],
  },
  () => [
    import('./commands/GiveBack'),
    import('./commands/IdentifyDeposit'),
    import('./commands/acts'),
    import('./commands/ReturnRow'),
    import('../../ui/MenuPart'),
  ],
)
const open = () => openUnder('/dashboard/account/deposits', `/${ID}`, { '/$id': DepositPage })
const submit = () => press(find('[role=dialog] button[type=submit]'))

describe('a deposit that is nobody’s yet', () => {
  beforeEach(() => setAccount({ id: 'all', name: 'All merchants', unique: false }))

  it('hints at whose it is, and is theirs once a person has said so and how that is known', async () => {
    area.answer(`POST ${ONE}/identify/plan`, PLAN)
    area.answer(`POST ${ONE}/identify`, DEPOSIT)
    await open()
    await shows("The payer's document is that of Loja Aurora")
    await shows('Itaú Unibanco S.A. · 60701190')
    await press(find('button', 'Identify'))
    await shows('leave the unidentified deposits')
    await submit()
    await shows('Required')
    await type(find<HTMLInputElement>('input', 'How that is known'), 'Proof of payment')
    await submit()
    await shows('What will happen')
    await submit()
    await vi.waitFor(() => expect(alert.get().message).toEqual(["The deposit is the merchant's now"]))
    expect(area.bodies(`POST ${ONE}/identify`)).toEqual([{ merchant: 2, reason: 'Proof of payment' }])
  })

  it('goes back to its payer with a reason', async () => {
    area.answer(`POST ${ONE}/return/plan`, PLAN)
    area.answer(`POST ${ONE}/return`, DEPOSIT)
    await open()
    await shows('This deposit is not identified yet')
    await press(find('button', 'Return'))
    await shows('go back to Loja Aurora Comércio Ltda')
    await type(find<HTMLInputElement>('input', 'Reason, shown to the payer'), 'Nobody knows it')
    await submit()
    await shows('What will happen')
    await submit()
    await vi.waitFor(() => expect(alert.get().message).toEqual(['The return is on its way']))
    expect(area.bodies(`POST ${ONE}/return`)).toEqual([{ reason: 'Nobody knows it' }])
  })
})

describe('what another merchant paid', () => {
  const paid: DepositRecord = {
    ...DEPOSIT,
    end_to_end_id: null,
    method: 'internal',
    status: 'credited',
    matched_by: 'internal',
    company_id: 2,
    company_name: 'Loja Aurora',
    payer_name: 'Outra Praça',
    candidate: null,
    returnable: false,
    given_back: { amount: 50_000, currency: 'BRL' },
    left: { amount: 150_000, currency: 'BRL' },
    awaiting_approval: { amount: 50_000, currency: 'BRL' },
    give_backs: [
      {
        id: `${ID.slice(0, -1)}9`,
        amount: { amount: 50_000, currency: 'BRL' },
        reason: 'Half of the order',
        given_at: '2026-11-21T12:00:00Z',
        given_by: 'bruno@merchant.example',
      },
    ],
  }

  it('is given back in part, and says what was and what waits', async () => {
    setAccount({ id: 2, name: 'Loja Aurora', unique: true })
    area.answer(`GET ${ONE}`, paid)
    area.answer(`POST ${ONE}/give-back/plan`, { ...PLAN, command: 'account:deposit:give_back', merchant: 2 })
    area.answer(`POST ${ONE}/give-back`, paid)
    await open()
    await shows('R$500.00 of R$2,500.00 were returned')
    await shows('R$500.00 more wait for approval')
    await shows('Half of the order')
    await press(find('button', 'Return'))
    await shows('At most R$1,500.00 can be returned')
    await type(find<HTMLInputElement>('input', 'Reason, shown to the payer'), 'The rest')
    await submit()
    await shows('What will happen')
    await submit()
    await vi.waitFor(() => expect(alert.get().message).toEqual(['The payer has the money back']))
    expect(area.bodies(`POST ${ONE}/give-back`)).toEqual([
      { amount: { amount: 150_000, currency: 'BRL' }, reason: 'The rest' },
    ])
  })
})

describe('the end of a row of deposits', () => {
  it('returns a deposit that can still go back, as it is now', async () => {
    setAccount({ id: 2, name: 'Loja Aurora', unique: true })
    area.answer('GET /v1/account/deposits', () => [
      { ...DEPOSIT, status: 'credited', company_id: 2 },
      { ...DEPOSIT, id: `${ID.slice(0, -1)}f`, status: 'returned', payer_name: 'Nobody' },
    ])
    area.answer('GET /v1/account/deposits/facets', () => ({
      total: { count: 2, sums: {}, estimated: false },
      columns: {},
    }))
    await openUnder('/dashboard/account/deposits', '/list', { '/list': DepositsList })
    const menu = () => find('button[aria-label^="What can be done with"]')
    await vi.waitFor(menu)
    expect(document.querySelectorAll('button[aria-label^="What can be done with"]')).toHaveLength(1)
    await press(menu())
    await vi.waitFor(() => find('[role=menuitem]', 'Return'))
    await press(find('[role=menuitem]', 'Return'))
    await shows('Send the deposit back?')
  })
})
