import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setAccount, type User } from '../../app/state'
import { openUnder, sectionArea } from '../../app/test-area'
import { find, press, shows } from '../../app/test-page'
import { SplitPage } from './SplitPage'
import type { Split } from './split'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['payout::splits:read', 'payout::splits:write', 'auth::twoFactor'],
  internal_user: true,
  sensitive: false,
}
const ID = '0199aaaa-0000-7000-8000-000000000061'
const CLAY = '0199aaaa-0000-7000-8000-000000000062'
const brl = (amount: number) => ({ amount, currency: 'BRL' as const })
const SPLIT: Split = {
  id: ID,
  company_id: 2,
  company_name: 'Loja Aurora',
  rule_id: ID,
  version: 1,
  name: 'Três oficinas',
  source: 'balance',
  floor: brl(100_000),
  least: brl(0),
  rhythm: 'by_hand',
  weekday: null,
  month_day: null,
  status: 'approved',
  created_at: '2026-11-20T12:00:00Z',
  actor: 'eva@retaguarda.example',
  approved_by: 'diego@retaguarda.example',
  active_since: null,
  retired_at: null,
  split: { parts: [{ kind: 'percent', value: 3333, recipient: CLAY }], rounding: CLAY },
  parts: [
    { receiver: CLAY, name: 'Ateliê Mão de Barro', kind: 'percent', value: 3333, rounding: true, why: null },
  ],
  versions: [],
  runs: [],
}
const TRIAL = {
  days: [{ day: '2026-11-28', base: brl(90_000) }],
  base: brl(90_000),
  paid: brl(29_997),
  kept: brl(60_003),
  parts: [{ receiver: CLAY, name: 'Ateliê Mão de Barro', amount: brl(29_997), why: null }],
}
const DECIDE = `POST /v1/payouts/splits/${ID}/decide`

const area = sectionArea(
  diego,
  {
    [`GET /v1/payouts/splits/${ID}`]: SPLIT,
    [`GET /v1/payouts/splits/${ID}/trial`]: TRIAL,
    'GET /v1/payin/recipients': [{ id: CLAY, name: 'Ateliê Mão de Barro' }],
    'GET /v1/payouts/franchises': [],
  },
  () => [import('./commands/acts'), import('./commands/DraftSplit')],
)
beforeEach(() => setAccount({ id: 2, name: 'Loja Aurora', unique: false }))
const open = (split: Partial<Split> = {}) => {
  area.answer(`GET /v1/payouts/splits/${ID}`, { ...SPLIT, ...split })
  return openUnder('/dashboard/payouts', `/splits/${ID}`, { '/splits/$id': SplitPage })
}

describe('a split', () => {
  it.each([
    [{ status: 'draft' }, 'a draft does not run'],
    [{ status: 'approved' }, 'it runs once someone activates it'],
    [{ status: 'active' }, 'when someone chooses Run now'],
    [{ status: 'active', rhythm: 'daily' }, 'or wait for its day'],
    [{ status: 'retired' }, 'never ran'],
  ])('that has not run says what it would take: %o', async (split, words) => {
    await open(split)
    await shows(words)
  })

  it('of the balance says what is available, one of days how many had income', async () => {
    await open()
    await shows('Available to divide')
    expect(document.body.textContent).not.toContain('days with income')
  })

  it('of one day names one day', async () => {
    await open({ source: 'day' })
    await shows('Divided, 1 day with income')
  })

  it('is decided on without a field that has one answer', async () => {
    area.answer(`${DECIDE}/plan`, {
      command: 'payouts:split:decide',
      merchant: 2,
      changes: [{ field: 'status', before: 'approved', after: 'active' }],
      balances: [],
      hash: 'h',
      about: '',
      facts: [],
    })
    area.answer(DECIDE, SPLIT)
    await open()
    await shows('Três oficinas')
    await press(find('button', 'Activate'))
    const going = () => find<HTMLButtonElement>('[role=dialog] button[type=submit]', 'Activate')
    await vi.waitFor(() => expect(going().disabled).toBe(false))
    expect(find('[role=dialog]').textContent).not.toContain('Decision')
    await press(going())
    await vi.waitFor(() => expect(area.bodies(DECIDE)).toEqual([{ decision: 'activate' }]))
  })

  it('is drafted with a heading over its receivers, and says that its sum is an example', async () => {
    await open()
    await shows('Available to divide')
    await press(find('button', 'New version'))
    await vi.waitFor(() => expect(find('[role=dialog] legend').textContent).toBe('Who gets what'))
    await shows('For example, of R$1,000.00')
  })
})
