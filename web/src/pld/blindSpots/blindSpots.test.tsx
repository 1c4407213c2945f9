import { describe, expect, it } from 'vitest'
import type { User } from '../../app/state'
import { openUnder, sectionArea } from '../../app/test-area'
import { find, press, shows } from '../../app/test-page'
import type { BlindSpot, BlindSpotSearch, PlantedAnswer, ScheduleStep } from '../pld'
import { BlindSpotPage } from './BlindSpotPage'
import { BlindSpotsList } from './BlindSpotsList'
import { CoveragePage } from './CoveragePage'
import { momentText, runsOf } from './schedule'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['rbac::companies:read', 'compliance::rules:read', 'compliance::rules:write'],
  internal_user: true,
  sensitive: false,
}

const ID = '0199aaaa-0000-7000-8000-0000000000d1'
const BASE = '/dashboard/compliance/pld-rule-management'
const DAY = 86_400
const money = (amount: number) => ({ amount, currency: 'BRL' })
const payment = (second: number, amount: number, counterparty = 1): ScheduleStep => ({
  second,
  kind: 'payment',
  counterparty,
  amount: money(amount),
})
const RULE = {
  number: 1,
  version: 2,
  name: 'Large sums',
  target: 'merchant' as const,
  conditions: ['in_sum_24h >= 1000000'],
}
const STOP = {
  rule: RULE,
  movement: 30,
  why: [
    {
      condition: 'in_sum_24h >= 1000000',
      held: true,
      feature: 'in_sum_24h',
      unit: 'money' as const,
      operator: '>=' as const,
      value: 1_000_000,
      threshold: 1_000_000,
      margin: 0,
      error: null,
    },
  ],
}
const RECEIVES: BlindSpot = {
  target: 'merchant',
  way: 'receive',
  limit: 'rule',
  moved: money(29_999_970),
  steps: Array.from({ length: 30 }, (_, day) => payment(day * DAY + DAY / 2, 999_999, day + 1)),
  stopped_by: STOP,
  more_stopped_by: STOP,
  tried: 25,
}
const PAYS: BlindSpot = {
  target: 'merchant',
  way: 'pay_out',
  limit: 'none',
  moved: null,
  steps: [{ second: 0, kind: 'payout', counterparty: 1, amount: money(100_000_000_000) }],
  stopped_by: null,
  more_stopped_by: null,
  tried: 1,
}
const planted = (pattern: PlantedAnswer['pattern'], found: boolean): PlantedAnswer => ({
  pattern,
  mutation: 'plain',
  codes: ['1046', '1056'],
  movements: 20,
  moved: money(19_800_000),
  found: found ? { ...STOP, movement: 5 } : null,
  unseen: money(found ? 3_960_000 : 19_800_000),
})
const SEARCH: BlindSpotSearch = {
  id: ID,
  number: 3,
  status: 'done',
  currency: 'BRL',
  rules: [RULE],
  rule_id: null,
  proposed: null,
  against: null,
  before: [],
  planted_before: [],
  answers: [RECEIVES, PAYS],
  planted: [planted('structuring', true)],
  not_searched: [],
  parts_done: 8,
  parts: 8,
  present: true,
  milliseconds: 1_250,
  asked_by: diego.email,
  asked_at: '2026-11-20T12:00:00Z',
  ended_at: '2026-11-20T12:00:02Z',
}

const FEATURES = { features: [], typologies: [], feature_hash: '00' }
const area = sectionArea(diego, {
  'GET /v1/pld-engine/features': FEATURES,
  'GET /v1/pld-engine/blind-spots': [],
  'GET /v1/pld-engine/blind-spots/facets': { fields: {}, total: 0, sums: [] },
})
const open = (path: string) =>
  openUnder(BASE, path, {
    '/blind-spots': BlindSpotsList,
    '/blind-spots/$id': BlindSpotPage,
    '/coverage': CoveragePage,
  })

describe('a search for blind spots', () => {
  it('says how much moves unseen, by which schedule, and what stops one cent more', async () => {
    area.answer(`GET /v1/pld-engine/blind-spots/${ID}`, SEARCH)
    await open(`/blind-spots/${ID}`)
    await Promise.all(
      [
        'Blind spots of the active rules',
        '26 patterns tried in 1.3 s',
        'R$299,999.70',
        'One way of moving money has no limit under these rules.',
        'One cent more is caught by PLD-01 at movement 30:',
        'One more movement at the end, as small as the smallest, is caught by PLD-01.',
        'Day 1, 12:00',
        '1 day',
        'At movement 5',
      ].map(shows),
    )
    expect(document.body.textContent).not.toContain('Without this version')
  })

  it('sets a version beside the rules without it, and says what was seen before', async () => {
    area.answer(`GET /v1/pld-engine/blind-spots/${ID}`, {
      ...SEARCH,
      proposed: RULE,
      against: 2,
      before: [{ target: 'merchant', way: 'receive', limit: 'rule', moved: money(4_890_000) }],
      planted: [planted('structuring', false)],
      planted_before: [planted('structuring', true)],
      present: false,
      not_searched: ['return_count_30d'],
    })
    await open(`/blind-spots/${ID}`)
    await Promise.all(
      [
        'Blind spots with PLD-01 v2 active',
        'Without this version',
        'R$48,900.00',
        'Seen before',
        'Not searched: Returns received, 30 days.',
        'The rules have changed since this search.',
      ].map(shows),
    )
  })

  it('tells how far it is', async () => {
    area.answer(`GET /v1/pld-engine/blind-spots/${ID}`, {
      ...SEARCH,
      status: 'asked',
      answers: [],
      planted: [],
      parts_done: 3,
      milliseconds: null,
    })
    await open(`/blind-spots/${ID}`)
    await shows('The search is running: 3 of 8 ways searched.')
  })

  it('is asked for from the list, of the rules as they are', async () => {
    area.answer('POST /v1/pld-engine/blind-spots', { id: ID, number: 4, status: 'asked' })
    area.answer(`GET /v1/pld-engine/blind-spots/${ID}`, SEARCH)
    await open('/blind-spots')
    await shows('Search blind spots')
    await press(find('button', 'Search blind spots'))
    await shows('No alert is raised.')
    await press(find('[role=dialog] button[type=submit]'))
    await shows('R$299,999.70')
    expect(area.bodies('POST /v1/pld-engine/blind-spots')).toEqual([{ version: null, currency: null }])
  })
})

const excluded = (status: 'in_force' | 'proposed') => ({
  id: ID,
  code: '1008',
  reason: 'No cash is taken or given anywhere.',
  status,
  proposed_by: 'eva@retaguarda.example',
  proposed_at: '2026-11-20T12:00:00Z',
  decided_by: status === 'in_force' ? 'diego@retaguarda.example' : null,
  decided_at: status === 'in_force' ? '2026-11-20T13:00:00Z' : null,
  may_decide: status === 'proposed',
})

describe('coverage', () => {
  it('tells which planted patterns are seen, after how much, and which are not', async () => {
    area.answer('GET /v1/pld-engine/coverage', {
      currency: 'BRL',
      rules: 1,
      planted: [planted('structuring', true), planted('cycle', false)],
      codes: [
        { code: '1046', rules: [1], hits_30d: 2, last_hit_at: null, exclusion: null },
        { code: '1008', rules: [], hits_30d: 0, last_hit_at: null, exclusion: excluded('in_force') },
        { code: '1009', rules: [], hits_30d: 0, last_hit_at: null, exclusion: excluded('proposed') },
        { code: '1011', rules: [], hits_30d: 0, last_hit_at: null, exclusion: null },
      ],
    })
    await open('/coverage')
    await Promise.all(
      [
        '1 of 2 seen',
        'At movement 5',
        'R$39,600.00 before it',
        'Not seen',
        'R$198,000.00 in all',
        'Never',
        '1 covered · 1 not applicable · 2 open',
        'Declared by eva@retaguarda.example, approved by diego@retaguarda.example.',
        'Proposed by eva@retaguarda.example. Someone else decides.',
      ].map(shows),
    )
    // Each situation offers what can become of it.
    for (const name of ['Applies again', 'Agree', 'Reject', 'Not applicable…']) {
      expect(find('button', name)).toBeTruthy()
    }
  })
})

describe('a schedule', () => {
  it('is said in as few lines as say all of it', () => {
    const payout = { ...payment(DAY, 5), kind: 'payout' }
    const steps = [payment(0, 10), payout, payment(2 * DAY, 10, 2), payment(4 * DAY, 10), payment(5 * DAY, 7)]
    expect(runsOf(steps)).toEqual([
      { from: 0, every: 2 * DAY, times: 3, kind: 'payment', amount: money(10), parties: 2 },
      { from: DAY, every: null, times: 1, kind: 'payout', amount: money(5), parties: 1 },
      { from: 5 * DAY, every: null, times: 1, kind: 'payment', amount: money(7), parties: 1 },
    ])
    expect(runsOf(steps).reduce((sum, { times }) => sum + times, 0)).toBe(steps.length)
  })

  it('says moments by the day of the period', () => {
    const t = ((key: string, values: Record<string, unknown>) =>
      `${key.split('.').at(-1)} ${Object.values(values).join(' ')}`) as never
    expect(momentText(DAY + 43_261, t)).toBe('at 2 12:01:01')
    expect(momentText(-9 * DAY + 43_200, t)).toBe('at -8 12:00')
  })
})
