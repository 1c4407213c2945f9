import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setAccount, type User } from '../../app/state'
import { drawInside, openUnder, sectionArea } from '../../app/test-area'
import { choose, find, press, shows, type } from '../../app/test-page'
import { RecipientPage } from './RecipientRecord'
import { RecipientsList } from './RecipientsList'
import type { RecipientRecord, RecipientRow } from './recipient'
import { SplitsList } from './SplitsList'

const bruno: User = {
  id: 'u-bruno',
  email: 'bruno@merchant.example',
  companyId: 2,
  company: { id: 2, name: 'Loja Aurora' },
  companies: [2],
  locale: 'en',
  permissions: [
    'rbac::companies:read',
    'payin::recipients:read',
    'payin::recipients:write',
    'payin::withdrawals:write',
    'auth::twoFactor',
  ],
  internal_user: false,
  sensitive: false,
}
const brl = (amount: number) => ({ amount, currency: 'BRL' as const })
const ID = '0199aaaa-0000-7000-8000-000000000041'
const ONE = `/v1/payin/recipients/${ID}`
const LUZ: RecipientRecord = {
  id: ID,
  created_at: '2026-10-01T12:00:00Z',
  name: 'Ateliê Luz',
  document: '52998224725',
  status: 'active',
  reason: null,
  bank_account_id: '0199aaaa-0000-7000-8000-000000000042',
  received: brl(6_000),
  balance: brl(5_850),
  on_hold: brl(0),
  company_id: 2,
  account: {
    kind: 'key',
    bank_name: null,
    ispb: null,
    branch: null,
    number: null,
    account_type: null,
    pix_key: '52998224725',
    pix_key_kind: 'cpf',
    status: 'verified',
    reason: null,
    usable: true,
    usable_from: '2026-10-02T12:00:00Z',
  },
  returned: brl(0),
  carried: brl(0),
  paid_out: brl(0),
  fee: brl(150),
  shares: [
    {
      payment: 'E00000000202611201200abcdefghijk',
      recipient: ID,
      name: 'Ateliê Luz',
      kind: 'percent',
      value: 3_333,
      amount: brl(6_000),
      fee: brl(0),
      refunded: brl(0),
      carried: brl(0),
      reduced: false,
      rounding: false,
      paid_at: '2026-11-20T12:00:00Z',
      charge: '0199aaaa-0000-7000-8000-000000000043',
      schedule: null,
      payer_name: 'Marta Dias',
    },
  ],
  share_count: 1_240,
  payouts: [],
  entries: [],
  timeline: [],
}
const ROW: RecipientRow = {
  ...LUZ,
  status: 'active',
  document: '***.982.247-**',
  company_name: 'Loja Aurora',
}
const PLAN = {
  command: 'payin:recipient:pay_out',
  merchant: 2,
  changes: [],
  balances: [
    {
      account: `recipient.${ID}`,
      posted_before: brl(5_850),
      posted_after: brl(5_850),
      held_before: brl(0),
      held_after: brl(5_850),
    },
  ],
  hash: 'h',
  about: 'Ateliê Luz',
  facts: [],
}

const area = sectionArea(
  bruno,
  {
    [`GET ${ONE}`]: LUZ,
    'GET /v1/payin/recipients': [ROW],
    'GET /v1/payin/recipients/facets': { total: { count: 1, sums: {}, estimated: false }, columns: {} },
    'GET /v1/payin/split-rules': [],
  },
  () => [import('./commands/PayOut'), import('./commands/SaveRule')],
)
beforeEach(() => setAccount({ id: 2, name: 'Loja Aurora', unique: false }))
const open = (path: string) =>
  openUnder('/dashboard/payin/recipients', path, {
    '/list': RecipientsList,
    '/splits': SplitsList,
    '/$id': RecipientPage,
  })
const submit = () => press(find('[role=dialog] button[type=submit]'))

describe('recipients', () => {
  it('stand in a list with what they have, and on a page with what came in', async () => {
    await open('/list')
    await Promise.all(['Ateliê Luz', '***.982.247-**', '58.50'].map(shows))
    await open(`/${ID}`)
    const told = [
      '529.982.247-25',
      '33.33%',
      'Shares received',
      'Marta Dias',
      'The latest 1 of 1,240 are shown.',
    ]
    await Promise.all(told.map(shows))
  })

  it('are paid out all they have less the fee, after it was shown under their name', async () => {
    area.answer(`POST ${ONE}/payouts/plan`, PLAN)
    area.answer(`POST ${ONE}/payouts`, {})
    await open(`/${ID}`)
    await shows('529.982.247-25')
    await press(find('button', 'Pay out'))
    await submit()
    await shows('Ateliê Luz, on hold')
    await submit()
    await vi.waitFor(() =>
      expect(area.bodies(`POST ${ONE}/payouts`)).toEqual([{ amount: brl(5_700), description: null }]),
    )
  })

  it('that may not be paid to yet say since when they may', async () => {
    area.answer(`GET ${ONE}`, {
      ...LUZ,
      account: { ...LUZ.account, status: 'pending_verification', usable: false },
    })
    await open(`/${ID}`)
    await shows('a Pix of one centavo is on its way')
    expect(find<HTMLButtonElement>('button', 'Pay out').disabled).toBe(true)
  })
})

describe('the split of a charge', () => {
  it('shows what it comes to while it is written', async () => {
    const { SplitFields } = await import('../split/SplitFields')
    const one = { key: '1', kind: 'percent' as const, value: 3_333, recipient: ID }
    await drawInside(
      <SplitFields form={{ parts: [one], rounding: '' }} amount={10_000} errors={{}} onChange={vi.fn()} />,
    )
    await Promise.all(['R$33.33', 'R$66.67', 'R$100.00'].map(shows))
  })

  it('is saved under a name', async () => {
    area.answer('POST /v1/payin/split-rules', {})
    await open('/splits')
    await press(find('button', 'New split'))
    await submit()
    await shows('Required')
    expect(area.bodies('POST /v1/payin/split-rules')).toEqual([])
    await type(find<HTMLInputElement>('[role=dialog] input', 'Name'), 'Feira')
    await press(await vi.waitFor(() => find('button', 'Receiver 1: Choose a receiver')))
    await choose('Ateliê Luz')
    await type(find<HTMLInputElement>('input', 'Value of part 1'), '25')
    await shows('R$25.00')
    await submit()
    await vi.waitFor(() =>
      expect(area.bodies('POST /v1/payin/split-rules')).toEqual([
        {
          name: 'Feira',
          split: { parts: [{ kind: 'percent', value: 2_500, recipient: ID }], rounding: null },
        },
      ]),
    )
  })
})
