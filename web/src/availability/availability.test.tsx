import { describe, expect, it, vi } from 'vitest'
import type { User } from '../app/state'
import { openUnder, sectionArea } from '../app/test-area'
import { find, press, shows, type } from '../app/test-page'
import { IncidentPage } from './IncidentRecord'
import type { Incident } from './incident'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['rbac::companies:read', 'audit:internal:read', 'audit::incidents:write'],
  internal_user: true,
  sensitive: false,
}

const ID = '0199aaaa-0000-7000-8000-0000000000d1'
const INCIDENT: Incident = {
  id: ID,
  number: 42,
  service: 'payin',
  link_id: null,
  link_name: null,
  state: 'detected',
  found_by: 'traffic',
  rule_version: 1,
  began_at: '2026-11-20T12:00:00Z',
  ended_at: '2026-11-20T12:07:00Z',
  bounds_by: null,
  minutes: 7,
  planned: false,
  answered: 14,
  failed: 126,
  opened_by: 'retaguarda',
  opened_at: '2026-11-20T12:03:00Z',
  decided_by: null,
  decided_at: null,
  decision_reason: null,
  cause: null,
  root_cause: null,
  action: null,
  told_at: null,
  told: null,
  told_companies: 0,
  reported_at: null,
  report_protocol: null,
  closed_at: null,
  replaced_by: [],
  rule: {
    version: 1,
    valid_from: '2020-11-16T00:00:00Z',
    least_calls: 5,
    failed_percent: 50,
    slow_ms: 5000,
    slow_percent: 50,
    opens_after: 3,
    ends_after: 5,
    goal: 9990,
  },
  losses: [
    {
      weeks: 4,
      seen: 212,
      expected: 1452,
      missing: 1240,
      least: 1093,
      most: 1386,
      missing_amount: { amount: 9_812_300, currency: 'BRL' },
    },
  ],
  chart: [],
  timeline: [],
}

const area = sectionArea(diego, { [`GET /v1/audit/incidents/${ID}`]: INCIDENT }, () => [
  import('./incidentActs'),
  import('../ui/DialogFrame'),
])

const open = async (differs: Partial<Incident> = {}) => {
  area.answer(`GET /v1/audit/incidents/${ID}`, { ...INCIDENT, ...differs })
  await openUnder('/dashboard/audit', `/unavailability/${ID}`, { '/unavailability/$id': IncidentPage })
  await shows('Incident 42')
}
const buttons = () => [...document.querySelectorAll('header button')].map((button) => button.textContent)

describe('an incident', () => {
  it('says what did not come, and with which certainty', async () => {
    await open()
    await shows('1,093')
    await shows('R$98,123.00')
  })

  it('that was found by itself may be merged, split, moved and decided', async () => {
    await open()
    expect(buttons().slice(-4)).toEqual(['Merge into another', 'Split in two', 'Move bounds', 'Decide'])
  })

  it('is merged into the one whose number somebody gives', async () => {
    area.answer(`POST /v1/audit/incidents/${ID}/merge`, { ...INCIDENT, state: 'dismissed' })
    await open()
    await press(find('button', 'Merge into another'))
    await shows('Number of the incident that stays')
    const [into, reason] = document.querySelectorAll<HTMLInputElement>(
      '[role=dialog] input, [role=dialog] textarea',
    )
    await type(into!, '41')
    await type(reason!, 'The same outage')
    await press(find('[role=dialog] button[type=submit]'))
    await vi.waitFor(() =>
      expect(area.bodies(`POST /v1/audit/incidents/${ID}/merge`)).toEqual([
        { into: 41, reason: 'The same outage' },
      ]),
    )
  })

  it('whose bounds a person gave, or that goes on, is neither merged nor split', async () => {
    await open({ bounds_by: 'eva@retaguarda.example' })
    expect(buttons()).not.toContain('Split in two')
  })

  it('that was merged or split is decided on no more', async () => {
    await open({ state: 'dismissed', replaced_by: [ID] })
    await shows('Merged or split: what counts are the incidents in its place.')
    expect(buttons()).not.toContain('Decide')
  })
})
