import { describe, expect, it } from 'vitest'
import { setAccount, type User } from '../../app/state'
import { openUnder, sectionArea } from '../../app/test-area'
import { choose, find, press, shows, type } from '../../app/test-page'
import { ForecastPage } from './ForecastPage'
import { FORECAST_PATH, type Forecast, type ForecastSums, type WhatIfAnswer } from './forecast'

const bruno: User = {
  id: 'u-bruno',
  email: 'bruno@merchant.example',
  companyId: 2,
  company: { id: 2, name: 'Loja Aurora' },
  companies: [2],
  locale: 'en',
  permissions: ['payout::payment:read'],
  internal_user: false,
  sensitive: false,
}
const brl = (amount: number) => ({ amount, currency: 'BRL' as const })
const part = (count = 0) => ({ count, amount: brl(count * 1_000) })
const SUMS: ForecastSums = {
  leaves: part(4),
  inside: part(1),
  late: part(),
  queued: part(),
  waiting: part(),
  on_hold: part(),
  stopped: part(),
  ended: part(),
  later: part(),
  fees: brl(0),
  cost: null,
  last_at: null,
}
const FORECAST: Forecast = {
  as_of: '2026-11-20T20:00:00Z',
  until: '2026-11-21T03:00:00Z',
  time_zone: 'America/Sao_Paulo',
  partial: false,
  refused: null,
  sums: SUMS,
  hours: [],
  processors: [],
  late: [],
  action: null,
}
const ANSWER: WhatIfAnswer = {
  as_of: FORECAST.as_of,
  until: FORECAST.until,
  time_zone: FORECAST.time_zone,
  partial: false,
  base: SUMS,
  sums: SUMS,
  delayed: part(),
  longest_seconds: 0,
  sooner: part(2),
  refused_batches: 0,
  cost_difference: brl(-30),
  payments: [],
  action: null,
}
const LOOK = 'GET /v1/payouts/forecast'
const ASK = 'POST /v1/payouts/forecast/what-if'
const IN_TIME = 'Every open payment is sent on time.'

const area = sectionArea(bruno, { [LOOK]: FORECAST, [ASK]: ANSWER })

async function open(forecast: Partial<Forecast> = {}) {
  setAccount({ id: 2, name: 'Loja Aurora', unique: true })
  area.answer(LOOK, { ...FORECAST, ...forecast })
  await openUnder(FORECAST_PATH, '/', { '/': ForecastPage })
  await shows('What if')
}

async function supposeDeposit() {
  await press(find('button', 'Suppose that'))
  await choose('money comes in')
  await type(find('input', 'Amount of the deposit'), '900.00')
}

describe('the forecast', () => {
  it('says that everything leaves in time only where everything leaves', async () => {
    await open()
    await shows(IN_TIME)
  })

  it.each([{ sums: { ...SUMS, ended: part(3) } }, { partial: true }])(
    'does not say so of %o',
    async (forecast) => {
      await open(forecast)
      expect(document.body.textContent).not.toContain(IN_TIME)
    },
  )

  it('says where late payments are told by name that are lines of batches', async () => {
    await open({ sums: { ...SUMS, late: part(150) } })
    await shows('They are lines of batches')
    expect(document.body.textContent).not.toContain('None: every payment is sent on time.')
  })

  it('reads a moment on the clocks of the merchant, wherever its reader is', async () => {
    await open()
    await supposeDeposit()
    await type(find('input[type=datetime-local]'), '2026-11-20T23:55')
    await press(find('button', 'Calculate'))
    await shows('Processors cost R$0.30 less.')
    expect(area.bodies(ASK)).toEqual([
      expect.objectContaining({ days: 0, deposit: { amount: brl(90_000), at: '2026-11-21T02:55:00.000Z' } }),
    ])
  })

  it('keeps what somebody supposes when it looks further, and no answer to another question', async () => {
    await open()
    await supposeDeposit()
    await press(find('button', 'Calculate'))
    await shows('2 payments')
    await press(find('button', 'Look ahead'))
    await choose('Until the end of tomorrow')
    await shows('What if')
    expect(find<HTMLInputElement>('input', 'Amount of the deposit').value).toBe('900.00')
    expect(document.body.textContent).not.toContain('leave sooner')
  })
})
