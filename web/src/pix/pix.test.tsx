import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setAccount, type User } from '../app/state'
import { openUnder, sectionArea } from '../app/test-area'
import { find, press, shows } from '../app/test-page'
import { cellsOf, monthAway, totalsOf } from './month'
import type { CalendarDay, ScheduleRecord } from './pix'
import { SchedulePage } from './ScheduleRecord'
import { SchedulesCalendar } from './SchedulesCalendar'

const ana: User = {
  id: 'u-ana',
  email: 'ana@merchant.example',
  companyId: 2,
  company: { id: 2, name: 'Loja Aurora' },
  companies: [2],
  locale: 'en',
  permissions: ['rbac::companies:read', 'payin::payment:read', 'pix::schedules:write'],
  internal_user: false,
  sensitive: false,
}

const ID = '0199aaaa-0000-7000-8000-000000000027'
const ONE = `/v1/pix/charges/${ID}`
const brl = (amount: number) => ({ amount, currency: 'BRL' as const })
const CHARGE: ScheduleRecord = {
  id: ID,
  created_at: '2026-11-10T12:00:00Z',
  recurrence_id: '0199aaaa-0000-7000-8000-000000000028',
  txid: 'a'.repeat(32),
  cycle: 1,
  due_on: '2026-11-18',
  amount: brl(2500),
  paid: brl(0),
  fee: brl(0),
  status: 'active',
  tries: 1,
  next_attempt: null,
  paid_at: null,
  end_to_end_id: null,
  end_code: null,
  by_hand: false,
  company_id: 2,
  last_error: null,
  contract: 'Academia 2041',
  payer_name: 'Caio Menezes',
  payer_document: '11144477735',
  id_rec: 'RR1234567820261101abcdefghijk',
  info: null,
  split: [],
  shares: [],
  adjusts: true,
  ended_at: null,
  ended_by: null,
  end_reason: null,
  cancel_requested: false,
  cancellable: false,
  refundable: { amount: 0, currency: 'BRL' },
  awaiting_approval: { amount: 0, currency: 'BRL' },
  refund_requests: [],
  refunds: [],
  retries_left: 3,
  last_retry_day: '2026-11-25',
  retry_on: null,
  tries_made: [
    {
      number: 0,
      settles_on: '2026-11-18',
      kind: 'AGND',
      end_to_end_id: 'E60701190202611181200abcdefghijk',
      status: 'rejected',
      code: 'AM02',
      reason: null,
      updated_at: '2026-11-18T12:00:00Z',
    },
  ],
  entries: [],
  timeline: [],
  messages: [],
  archived_months: [],
}

const area = sectionArea(ana, { [`GET ${ONE}`]: CHARGE }, () => [import('./commands/acts')])

describe('the charge of a cycle whose attempt failed', () => {
  beforeEach(() => setAccount({ id: 2, name: 'Loja Aurora', unique: true }))

  it('says why in plain words and what to do, and is tried again on a day', async () => {
    area.answer(`POST ${ONE}/retry/plan`, {
      command: 'pix:charge:retry',
      merchant: 2,
      changes: [],
      balances: [],
      hash: 'x',
    })
    area.answer(`POST ${ONE}/retry`, CHARGE)
    await openUnder('/dashboard/pix/automatic-pix/schedules-list', `/${ID}`, { '/$id': SchedulePage })
    await shows('The amount is above the limit the payer set.')
    await shows('Ask the payer to raise the limit for this agreement')
    await press(find('button', 'Try again'))
    await shows('At most 3 times, within 7 days')
    await press(find('[role=dialog] button[type=submit]'))
    await shows('Required')
    expect(area.bodies(`POST ${ONE}/retry`)).toEqual([])
  })
})

describe('the calendar', () => {
  const due: CalendarDay = {
    day: '2026-11-18',
    expected: brl(2500),
    expected_count: 1,
    received: brl(2500),
    received_count: 1,
    refused_count: 0,
  }

  it('has every day of the month, with what is due on it', () => {
    const cells = cellsOf('2026-11', [due])
    expect([cells.length, cells[0]?.weekday, cells[17]?.sums]).toEqual([30, 0, due])
    expect(cellsOf('2028-02', []).length).toBe(29)
    expect(totalsOf([due, due])).toEqual({ expected: 5000, received: 5000 })
  })

  it('names the day of the week beside each day, where days stand below each other', async () => {
    setAccount({ id: 2, name: 'Loja Aurora', unique: true })
    area.answer('GET /v1/pix/calendar', [])
    await openUnder('/dashboard/pix/automatic-pix/calendar', '', { '': SchedulesCalendar })
    const days = await vi.waitFor(() => {
      const found = [...document.querySelectorAll('ol time')]
      expect(found.length).toBeGreaterThan(27)
      return found
    })
    const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
    for (const day of days) {
      const at = new Date(`${day.getAttribute('datetime') ?? ''}T00:00:00Z`)
      expect(day.textContent).toBe(`${at.getUTCDate()} ${names[at.getUTCDay()] ?? ''}`)
    }
  })

  it('goes over the end of a year', () => {
    expect([monthAway('2026-12', 1), monthAway('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
  })
})
