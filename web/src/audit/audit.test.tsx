import { describe, expect, it } from 'vitest'
import type { User } from '../app/state'
import { openUnder, sectionArea } from '../app/test-area'
import { find, press, shows } from '../app/test-page'
import { RecordPage } from '../kit/record/RecordPage'
import { trailTab } from '../kit/record/trailTab'
import type { TrailEntry } from '../kit/record/trailWords'
import { ActivityList } from './ActivityList'
import type { Activity, ActivityRow, SelfCheck as Found } from './audit'
import { ActivityRecord } from './record/ActivityRecord'
import { SelfCheck } from './SelfCheck'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['rbac::companies:read', 'audit::log:read', 'audit:internal:read', 'approvals::requests:read'],
  internal_user: true,
  sensitive: false,
}

const PERSON = '0199aaaa-0000-7000-8000-0000000000a1'
const ROW: ActivityRow = {
  index: 7,
  at: '2026-11-20T12:00:00Z',
  actor: 'gil@merchant.example',
  person_id: PERSON,
  doer: 'person',
  name: 'access:user:set_roles',
  object: 'user',
  subject_id: PERSON,
  company_id: 2,
  company_name: 'Loja Aurora',
  status: 'done',
}
const ENTRY: Activity = {
  ...ROW,
  index: 7,
  at: '2026-11-20T12:00:00Z',
  actor: 'gil@merchant.example',
  name: 'access:user:set_roles',
  subject_id: PERSON,
  company_id: 2,
  company_name: 'Loja Aurora',
  reason: 'covers for bruno',
  changes: [{ field: 'roles', before: 'operator', after: 'operator, payer' }],
  data: { amount: 1250, at: '2026-11-20T11:00:00Z' } as never,
  request_id: '0199aaaa-0000-7000-8000-0000000000b2',
  ip: '203.0.113.7',
  device: 'Firefox · Linux',
  user_agent: 'Mozilla',
  forgotten: [],
  proof: {
    holds: true,
    leaf: '{}',
    hash: 'ab'.repeat(32),
    path: [],
    size: 9,
    root: 'cd'.repeat(32),
    signed_at: '2026-11-20T12:00:01Z',
    key_id: '0a1b2c3d',
  },
}
const FOUND: Found = {
  checked_at: '2026-11-20T12:00:00Z',
  checks: [
    {
      name: 'charge_sums',
      group: 'payin',
      description: 'sums',
      state: 'broken',
      count: 1,
      examples: [{ id: PERSON }],
    },
    {
      name: 'of_tomorrow',
      group: 'log',
      description: 'newer than this page',
      state: 'holds',
      count: 0,
      examples: [],
    },
  ],
  log: {
    size: 9,
    signed_at: null,
    waiting: 3,
    waited: 90,
    late: true,
    keys: ['retaguarda/audit/x+0a1b2c3d+AQ=='],
  },
}

const area = sectionArea(diego, {}, () => [import('../kit/record/Trail')])
const open = (path: string) =>
  openUnder('/dashboard/audit', path, {
    '/activity-log': ActivityList,
    '/activity-log/$id': ActivityRecord,
    '/self-check': SelfCheck,
  })

describe('the activity log', () => {
  it('tells actions in words, and leads to each', async () => {
    area.answer('GET /v1/audit/activity', [ROW])
    await open('/activity-log')
    await shows('Roles of a person changed')
    expect(find('a[href="/dashboard/audit/activity-log/7"]')).toBeTruthy()
  })

  it('shows an entry with what is another than before, from where, and that it is as it was', async () => {
    area.answer('GET /v1/audit/activity/7', ENTRY)
    await open('/activity-log/7')
    await Promise.all(
      [
        'operator, payer',
        'covers for bruno',
        '203.0.113.7',
        'Firefox · Linux',
        'OK',
        '7 of 9',
        'R$12.50',
      ].map(shows),
    )
    expect(find(`a[href="/dashboard/settings/access-control/users/${PERSON}"]`)).toBeTruthy()
  })

  it('says of an entry that was changed, and of one whose person was forgotten', async () => {
    const proof = { ...ENTRY.proof, holds: false }
    area.answer('GET /v1/audit/activity/7', { ...ENTRY, actor: '', forgotten: ['actor', 'ip'], proof })
    await open('/activity-log/7')
    await Promise.all(['Does not hold', 'who acted, the address', 'Forgotten'].map(shows))
  })
})

describe('a trail', () => {
  const trail: TrailEntry[] = [
    { ...ENTRY, index: null, reason: null },
    { ...ENTRY, name: 'of:another:day', changes: [] },
  ]
  const Thing = () => <RecordPage header="h" main="facts" tabs={[trailTab((key) => key, 'users', PERSON)]} />

  it('is fetched when its side is opened, and leads to what has its place in the log', async () => {
    area.answer(`GET /v1/trail/users/${PERSON}`, trail)
    await openUnder('/dashboard/audit', '/thing', { '/thing': Thing })
    expect(area.sent).toEqual([])
    await press(find('[role=tab]', 'kit.record.trail'))
    await Promise.all(
      ['no place in the log yet', 'Roles: operator → operator, payer', 'of:another:day'].map(shows),
    )
    expect(document.querySelectorAll('ol a').length).toBe(1)
  })

  it('says that another person approved it, and leads to the request', async () => {
    const approval = '01a202bf-432b-7876-8d0d-5ef164f1a23b'
    area.answer(`GET /v1/trail/users/${PERSON}`, [{ ...ENTRY, data: { approval } }])
    await openUnder('/dashboard/audit', '/thing', { '/thing': Thing })
    await press(find('[role=tab]', 'kit.record.trail'))
    await shows('approved by another person')
    expect(find(`a[href="/dashboard/settings/double-approval/${approval}"]`)).toBeTruthy()
  })
})

describe('the self-check', () => {
  it('names what does not hold and where that is seen, and a log that nobody signs', async () => {
    area.answer('GET /v1/audit/self-check', FOUND)
    await open('/self-check')
    await Promise.all(
      [
        '1 check does not hold.',
        'newer than this page',
        '3 events, the oldest for 90 s',
        'See whether the worker runs.',
      ].map(shows),
    )
    expect(find(`a[href="/dashboard/payin/payments/${PERSON}"]`)).toBeTruthy()
  })
})
