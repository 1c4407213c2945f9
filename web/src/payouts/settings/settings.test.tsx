import { beforeEach, expect, it, vi } from 'vitest'
import { setAccount, type User } from '../../app/state'
import { openUnder, sectionArea } from '../../app/test-area'
import { find, press, shows, type } from '../../app/test-page'
import { SettingsPage } from './SettingsPage'
import type { Rules, Settings, Version } from './settings'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['gateway::all', 'payout::settings:write', 'auth::twoFactor'],
  internal_user: true,
  sensitive: false,
}
const brl = (amount: number) => ({ amount, currency: 'BRL' as const })
const RULES: Rules = {
  fee: null,
  most: brl(500_000),
  first_most: null,
  day_most: null,
  night_most: null,
  methods: ['pix'],
  cooling_off_hours: null,
  queue: false,
  queue_days: 30,
  queue_skips: true,
  hold_ends: 'refuse',
  duplicates: 'warn',
  external_id_needed: false,
  allow_list: 'off',
  day_count_most: null,
  payee_day_most: null,
  payee_count_most: null,
  fee_percent: null,
  fee_least: null,
  fee_top: null,
  fee_back: false,
  fee_tiers: [],
  ted_may_be_pix: false,
}
const part = (count: number, amount: number, caught: number, back: number) => ({
  count,
  amount: brl(amount),
  caught,
  caught_amount: brl(back),
  disturbed: count - caught,
  disturbed_amount: brl(amount - back),
})
const BACKTEST: NonNullable<Version['backtest']> = {
  from_at: '2026-08-30T12:00:00Z',
  until_at: '2026-11-28T12:00:00Z',
  payments: 1_204,
  partial: false,
  before: 3,
  refused: part(12, 480_000, 2, 90_000),
  held: part(1, 700, 0, 0),
  reasons: [
    { limit: 'most', count: 12, amount: brl(480_000) },
    { limit: 'untrusted', count: 1, amount: brl(700) },
  ],
  merchants: [{ company_id: 2, company_name: 'Loja Aurora', count: 13, amount: brl(480_700) }],
  hours: [
    { hour: 9, count: 4 },
    { hour: 21, count: 9 },
  ],
}
const ONE: Settings = {
  company_id: 2,
  company_name: 'Loja Aurora',
  version: 1,
  now: RULES,
  own: RULES,
  use: [],
  versions: [
    {
      ...RULES,
      version: 1,
      state: 'active',
      valid_from: '2026-11-20T12:00:00Z',
      created_at: '2026-11-20T12:00:00Z',
      actor: 'eva@retaguarda.example',
      reverts: null,
      backtest: BACKTEST,
    },
  ],
}
const PATH = '/v1/payouts/settings/2'
const area = sectionArea(diego, { [`GET ${PATH}`]: ONE }, () => [import('./ChangeSettings')])
beforeEach(() => setAccount({ id: 'all', name: 'All', unique: false }))

const open = () => openUnder('/dashboard/payouts/settings/overview', '/2', { '/$id': () => <SettingsPage /> })

it('says of each version what it would have stopped, and what of that came back', async () => {
  await open()
  await shows('13 stopped · 2 caught')
})

it('calls no limit only what is one', async () => {
  await open()
  await shows('No minimum')
  const said = new Map(
    [...document.querySelectorAll('dl > div')].map((fact) => [
      fact.querySelector('dt')?.textContent,
      fact.querySelector('dd')?.textContent,
    ]),
  )
  expect(said.get('Minimum fee')).toBe('No minimum')
  expect(said.get('Maximum fee')).toBe('No maximum')
  expect(said.get('Fee by payments of the month')).toBe('None: the same fee for every payment')
  expect(said.get('Daily limit')).toBe('No limit')
})

it('asks the payments of 90 days as limits are typed, before anything is saved', async () => {
  area.answer(`POST ${PATH}/backtest`, BACKTEST)
  await open()
  await shows('Change')
  await press(find('button', 'Change'))
  await shows('Of 1,204 payments, 13 would not have left at once; under today’s settings, 3.')
  await shows('Limit per payment: 12 · Destination not trusted: 1')
  await shows('9h: 4 · 21h: 9')
  const first = area.bodies(`POST ${PATH}/backtest`)
  expect(first).toHaveLength(1)
  expect(first[0]).toMatchObject({ most: brl(500_000), pix: true, slip: false, day_count_most: null })
  expect(first[0]).not.toHaveProperty('reason')
  const money = [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input')].find(({ value }) =>
    value.includes('5,000.00'),
  )
  await type(money!, '1000')
  await vi.waitFor(() => expect(area.bodies(`POST ${PATH}/backtest`)).toHaveLength(2))
  expect(area.bodies(`PUT ${PATH}`)).toEqual([])
})
