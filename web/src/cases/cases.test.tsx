import { describe, expect, it } from 'vitest'
import type { User } from '../app/state'
import { openUnder, sectionArea } from '../app/test-area'
import { find, press, shows } from '../app/test-page'
import { HalfYear } from './HalfYear'
import { OmbudsmanList } from './TicketLists'
import { OmbudsmanTicket } from './TicketRecord'
import type { OmbudsmanRow, HalfYear as Report, Ticket } from './ticket'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['rbac::companies:read', 'audit:internal:read', 'audit::tickets:read', 'audit::tickets:write'],
  internal_user: true,
  sensitive: false,
}

const ID = '0199aaaa-0000-7000-8000-0000000000c1'
const EARLIER = '0199aaaa-0000-7000-8000-0000000000c2'
const ROW: OmbudsmanRow = {
  id: ID,
  protocol: '202611200000014',
  opened_at: '2026-11-20T12:00:00Z',
  state: 'analysing',
  due: 'days_3',
  due_on: '2026-12-07',
  extended_on: null,
  channel: 'procon',
  matter: 'complaint',
  subject: 'refund',
  product: 'pix',
  priority: 'high',
  requester_name: 'Helena Dias',
  requester_document: '***.444.777-**',
  merchant_id: 2,
  merchant_name: 'Loja Aurora',
  owner: diego.email,
  earlier_protocol: null,
  answered_at: null,
  reopened: 0,
  satisfaction: null,
  outcome: '',
}
const TICKET: Ticket = {
  id: ID,
  kind: 'ombudsman',
  protocol: ROW.protocol ?? '',
  state: 'analysing',
  opened_at: '2026-11-20T12:00:00Z',
  opened_by: diego.email,
  channel: 'procon',
  matter: 'complaint',
  subject: 'refund',
  product: 'pix',
  priority: 'high',
  merchant_id: 2,
  merchant_name: 'Loja Aurora',
  requester_name: 'Helena Dias',
  requester_document: '11144477735',
  requester_contact: null,
  description: 'The refund did not arrive.',
  end_to_end_id: null,
  earlier_id: EARLIER,
  due_on: '2026-12-07',
  extended_on: null,
  extension_reason: null,
  first_answered_at: null,
  asked_human_at: null,
  human_at: null,
  answered_at: null,
  answer: null,
  outcome: null,
  reopened: 0,
  history_due_on: null,
  history_sent_at: null,
  satisfaction: null,
  closed_at: null,
  owner: diego.email,
  unit: 'business',
  norm: 'Resolução BCB 28/2020',
  may_extend: true,
  days_left: 1,
  holidays: ['2026-11-20'],
  extended_share: 1_250,
  steps: [
    {
      n: 1,
      at: '2026-11-20T12:00:00Z',
      actor: diego.email,
      kind: 'opened',
      body: 'The refund did not arrive.',
    },
    { n: 2, at: '2026-11-20T13:00:00Z', actor: diego.email, kind: 'of_tomorrow', body: null },
  ],
  related: [
    {
      id: EARLIER,
      kind: 'service',
      protocol: '202611190000017',
      state: 'escalated',
      opened_at: '2026-11-19T12:00:00Z',
    },
  ],
  files: [],
  payment: null,
  timeline: [],
}
const REPORT: Report = {
  year: 2026,
  half: 1,
  opened: 12,
  answered: 11,
  extended: 1,
  overdue: 2,
  mean_hours: 96,
  by_subject: { refund: 7, of_tomorrow: 5 },
  by_product: { pix: 12 },
  by_channel: { procon: 12 },
  by_outcome: { not_upheld: 11 },
  sha256: 'ab'.repeat(32),
  frozen_at: null,
  frozen_by: null,
}

const area = sectionArea(diego, {}, () => [import('./ombudsmanActs'), import('../ui/DialogFrame')])
const open = (path: string) =>
  openUnder('/dashboard/audit', path, {
    '/ombudsman-tickets': OmbudsmanList,
    '/ombudsman-tickets/half-year': HalfYear,
    '/ombudsman-tickets/$id': OmbudsmanTicket,
  })

describe('tickets', () => {
  it('are listed with their protocol as people read it out, and lead to each', async () => {
    area.answer('GET /v1/audit/ombudsman-tickets', [ROW])
    await open('/ombudsman-tickets')
    await Promise.all(['20261120-000001-4', 'Helena Dias', 'Under analysis', 'Within 3 days'].map(shows))
    expect(find(`a[href="/dashboard/audit/ombudsman-tickets/${ID}"]`)).toBeTruthy()
  })

  it('tell until when they are due, what came before, and that too many were extended', async () => {
    area.answer(`GET /v1/audit/ombudsman-tickets/${ID}`, TICKET)
    await open(`/ombudsman-tickets/${ID}`)
    await Promise.all(['1 business day', 'Resolução BCB 28/2020', 'of_tomorrow'].map(shows))
    await shows('12.5% of this month’s tickets were extended. Above 10% the Central Bank asks why.')
    expect(find(`a[href="/dashboard/audit/customer-service-tickets/${EARLIER}"]`)).toBeTruthy()
  })

  it('are extended for a reason', async () => {
    area.answer(`GET /v1/audit/ombudsman-tickets/${ID}`, TICKET)
    area.answer(`POST /v1/audit/ombudsman-tickets/${ID}/extend`, { ...TICKET, may_extend: false })
    await open(`/ombudsman-tickets/${ID}`)
    await shows('Extend deadline')
    await press(find('button', 'Extend deadline'))
    await shows('A deadline is extended once. Helena Dias must be told the reason.')
  })
})

describe('the half-year', () => {
  it('shows its figures as they stand, with words for what this page knows', async () => {
    area.answer('GET /v1/audit/ombudsman-reports', { ...REPORT, year: 2025 })
    await open('/ombudsman-tickets/half-year')
    await Promise.all(['The half-year has ended.', 'of_tomorrow', 'Not upheld'].map(shows))
    expect(find<HTMLButtonElement>('button', 'Freeze report').disabled).toBe(false)
  })

  it('cannot be frozen before it has ended', async () => {
    area.answer('GET /v1/audit/ombudsman-reports', { ...REPORT, year: 2999 })
    await open('/ombudsman-tickets/half-year')
    await shows('Figures as of now.')
    expect(find<HTMLButtonElement>('button', 'Freeze report').disabled).toBe(true)
  })

  it('cannot be frozen twice', async () => {
    const frozen = { ...REPORT, frozen_at: '2026-07-02T12:00:00Z', frozen_by: diego.email }
    area.answer('GET /v1/audit/ombudsman-reports', frozen)
    await open('/ombudsman-tickets/half-year')
    await shows('Frozen on')
    expect(document.body.textContent).not.toContain('Freeze report')
  })
})
