import { beforeEach, expect, it } from 'vitest'
import { setAccount, type User } from '../../app/state'
import { openUnder, sectionArea } from '../../app/test-area'
import { shows } from '../../app/test-page'
import { Administration } from './Administration'
import { type Administration as Answered, changeOf, type Figures, periodOf, pointsOf } from './administration'

const ana: User = {
  id: 'u-ana',
  email: 'ana@merchant.example',
  companyId: 2,
  company: { id: 2, name: 'Loja Aurora' },
  companies: [2],
  locale: 'en',
  permissions: ['payin::payment:read'],
  internal_user: false,
  sensitive: false,
}

const brl = (amount: number) => ({ amount, currency: 'BRL' as const })
const figures = (received: number, more: Partial<Figures> = {}): Figures => ({
  charges: 4,
  charged: brl(received),
  converted: 3,
  payments: 3,
  received: brl(received),
  fees: brl(100),
  refunds: 1,
  refunded: brl(500),
  conversion: '75.0',
  average_ticket: brl(5000),
  refund_rate: '3.3',
  ...more,
})
const ANSWERED: Answered = {
  from: '2026-11-20',
  to: '2026-11-21',
  as_of: '2026-11-21T15:00:00Z',
  time_zone: 'America/Sao_Paulo',
  now: figures(150_00),
  before: figures(100_00, { conversion: '80.0' }),
  days: [
    { day: '2026-11-20', figures: figures(50_00) },
    { day: '2026-11-21', figures: figures(100_00) },
  ],
  days_before: [
    { day: '2026-11-18', figures: figures(25_00) },
    { day: '2026-11-19', figures: figures(75_00) },
  ],
  hours: Array.from({ length: 24 }, (_, hour) => ({ hour, figures: figures(hour * 100) })),
  methods: [{ key: 'due', figures: figures(150_00) }],
  processors: [{ key: 'Banco 🏦', figures: figures(150_00) }],
  merchants: null,
}
const CALL = 'GET /v1/payin/administration'
const area = sectionArea(ana, { [CALL]: ANSWERED })
beforeEach(() => setAccount({ id: 2, name: 'Loja Aurora', unique: false }))

const open = (path: string) =>
  openUnder('/dashboard/payin/administration', path, { '': () => <Administration /> })

it('shows the figures of the period in the address, beside those before it', async () => {
  await open('?from=2026-11-20&to=2026-11-21')
  await shows('as of 21 Nov 2026, 12:00:00')
  await shows('+50.0')
  await shows('−5.0 points')
  await shows('With a due date')
  await shows('Banco 🏦')
  expect(document.querySelectorAll('svg polyline')).toHaveLength(1)
  await shows('From charge to payment')
  expect(document.body.textContent).not.toContain('By merchant')
  const asked = area.sent.find(({ call }) => call === CALL)
  expect(Object.fromEntries(asked!.query)).toEqual({ from: '2026-11-20', to: '2026-11-21' })
})

it('says so when nothing moved, and shows the merchants to who sees all', async () => {
  const none = figures(0, { payments: 0, conversion: null, average_ticket: null, refund_rate: null })
  area.answer(CALL, { ...ANSWERED, now: none, before: none, methods: [], processors: [], merchants: [] })
  await open('?period=7d')
  await shows('Nothing moved in this period.')
  await shows('By merchant')
})

it('takes the usual period where the address names none that is made of days', () => {
  const now = new Date('2026-11-21T15:00:00Z')
  const read = (search: Record<string, string>) => periodOf(search, now, 'America/Sao_Paulo')
  expect(read({ period: 'month' })).toEqual({ preset: 'month' })
  const others: Record<string, string>[] = [
    { period: '30m' },
    { period: 'all' },
    { period: 'x' },
    { from: '2026-02-30' },
    { from: '2020-01-01', to: '2026-01-01' },
  ]
  for (const search of others) expect(read(search)).toEqual({ preset: '30d' })
})

it('compares with what was, and with nothing where nothing was', () => {
  expect([changeOf(150, 100), changeOf(50, 100), changeOf(5, 0)]).toEqual(['50.0', '-50.0', null])
  expect([pointsOf('66.7', '70.0'), pointsOf(null, '1.0')]).toEqual(['-3.3', null])
})
