import { beforeEach, describe, expect, it, vi } from 'vitest'
import { alert, setAccount, setUser, type User } from '../../app/state'
import { openUnder, sectionArea } from '../../app/test-area'
import { refused } from '../../app/test-kit'
import { find, press, shows, type } from '../../app/test-page'
import { dayOf } from '../../kit/calendar'
import { showDay } from '../../kit/date/day'
import ScheduleForm from './commands/ScheduleForm'
import { SchedulePage } from './ScheduleRecord'
import type { ScheduleRecord } from './schedule'

const bruno: User = {
  id: 'u-bruno',
  email: 'bruno@merchant.example',
  companyId: 2,
  company: { id: 2, name: 'Loja Aurora' },
  companies: [2],
  locale: 'en',
  permissions: ['rbac::companies:read', 'account::scheduling:read', 'account::scheduling:write'],
  internal_user: false,
  sensitive: false,
}

const ID = '0199aaaa-0000-7000-8000-000000000001'
const ACCOUNT = '0199aaaa-0000-7000-8000-000000000002'
const SCHEDULE: ScheduleRecord = {
  id: ID,
  name: 'Retirada semanal',
  bank_account_id: ACCOUNT,
  destination: 'Reserva',
  amount: { amount: 120_000, currency: 'BRL' },
  keep: { amount: 0, currency: 'BRL' },
  frequency: 'weekly',
  starts_on: '2026-11-02',
  ends_on: null,
  weekday: 1,
  day: null,
  rule: 'next',
  time_zone: 'America/Sao_Paulo',
  hour: 9,
  status: 'active',
  next_run: '2026-11-23T12:00:00Z',
  last_run: '2026-11-16T12:00:00Z',
  last_result: 'failed',
  created_at: '2026-11-01T12:00:00Z',
  company_id: 2,
  next_runs: ['2026-11-23T12:00:00Z'],
  runs: [
    {
      id: '0199aaaa-0000-7000-8000-000000000003',
      planned_for: '2026-11-16T12:00:00Z',
      at: '2026-11-16T12:00:04Z',
      by_hand: false,
      state: 'failed',
      reason: 'insufficient_balance',
      detail: null,
      amount: null,
      payout_id: null,
      payout_status: null,
    },
  ],
  timeline: [],
}
const ONE = `/v1/account/schedules/${ID}`
const PREVIEW = 'POST /v1/account/schedules/preview'
const area = sectionArea(
  bruno,
  {
    [`GET ${ONE}`]: SCHEDULE,
    [PREVIEW]: { runs: ['2026-12-07T12:00:00Z'] },
    'GET /v1/account/bank-accounts': [{ id: ACCOUNT, nickname: 'Reserva' }],
  },
  () => [import('./commands/ScheduleForm'), import('./commands/acts')],
)
const open = () => openUnder('/dashboard/account/payment-scheduling', `/${ID}`, { '/$id': SchedulePage })
const submit = () => press(find('[role=dialog] button[type=submit]'))

describe('a schedule', () => {
  beforeEach(() => setAccount({ id: 2, name: 'Loja Aurora', unique: true }))

  it('says what it means, and why a run was refused', async () => {
    await open()
    await Promise.all(
      [
        'Every Monday, 09:00',
        'Mon23 Nov 2026, 09:00',
        'Refused',
        'The available balance is too low for this',
      ].map(shows),
    )
  })

  it('shows the next runs of what is typed, and sends what the frequency needs', async () => {
    area.answer(`PUT ${ONE}`, SCHEDULE)
    await open()
    await shows('Every Monday, 09:00')
    await press(find('button', 'Edit'))
    await shows('Mon7 Dec 2026, 09:00')
    expect(area.bodies(PREVIEW).at(-1)).toEqual({
      frequency: 'weekly',
      starts_on: '2026-11-02',
      ends_on: null,
      weekday: 1,
      day: null,
      rule: 'next',
      time_zone: 'America/Sao_Paulo',
      hour: 9,
    })
    area.answer(PREVIEW, refused(400, { rule: ['calendar_unknown'] }, 'holidays are known from 2024'))
    await type(find<HTMLInputElement>('input', 'First day'), '01/03/2033')
    await shows('Business days are not known so far ahead')
    area.answer(PREVIEW, { runs: ['2026-12-14T12:00:00Z'] })
    await type(find<HTMLInputElement>('input', 'First day'), '14/12/2026')
    await shows('Mon14 Dec 2026, 09:00')
    await press(find('[role=dialog] input[type=checkbox]'))
    await submit()
    await vi.waitFor(() => expect(alert.get().message).toEqual(['The schedule was changed']))
    expect(area.bodies(`PUT ${ONE}`)).toEqual([
      expect.objectContaining({
        starts_on: '2026-12-14',
        bank_account: ACCOUNT,
        amount: null,
        keep: { amount: 0, currency: 'BRL' },
      }),
    ])
  })

  // It is never the same day in both; so one of them is not where the tests run.
  it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'begins today where the merchant is: %s',
    async (zone) => {
      setUser({ ...bruno, company: { id: 2, name: 'Loja Aurora', time_zone: zone } })
      const NewSchedule = () => <ScheduleForm onClose={() => undefined} />
      await openUnder('/dashboard/account/payment-scheduling', '/new', { '/new': NewSchedule })
      await shows('First day')
      expect(find<HTMLInputElement>('input', 'First day').value).toBe(showDay(dayOf(new Date(), zone)))
    },
  )

  it('runs now once somebody has seen what that moves', async () => {
    area.answer(`POST ${ONE}/run/plan`, {
      command: 'account:schedule:run',
      merchant: 2,
      changes: [],
      balances: [
        {
          account: 'available',
          posted_before: { amount: 200_000, currency: 'BRL' },
          posted_after: { amount: 200_000, currency: 'BRL' },
          held_before: { amount: 0, currency: 'BRL' },
          held_after: { amount: 120_000, currency: 'BRL' },
        },
      ],
      hash: 'x',
      about: '',
      facts: [],
    })
    area.answer(`POST ${ONE}/run`, SCHEDULE)
    await open()
    await shows('Every Monday, 09:00')
    await press(find('button', 'Run now'))
    await shows('Available now')
    await submit()
    await vi.waitFor(() => expect(alert.get().message).toEqual(['The withdrawal was requested']))
    expect(area.sent.find(({ call }) => call === `POST ${ONE}/run`)?.key).toBeTruthy()
  })
})
