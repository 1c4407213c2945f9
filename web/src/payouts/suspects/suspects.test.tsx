import { beforeEach, describe, expect, it } from 'vitest'
import { setAccount, type User } from '../../app/state'
import { openUnder, sectionArea } from '../../app/test-area'
import { find, press, shows, type } from '../../app/test-page'
import { SuspectPage } from './SuspectRecord'
import { SuspectsList } from './SuspectsList'
import type { SuspectRecord, SuspectRow } from './suspect'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: [
    'payout::payment:read',
    'payout::dataQualification:read',
    'payout::dataQualification:write',
    'auth::twoFactor',
  ],
  internal_user: true,
  sensitive: false,
}
const ID = '0199aaaa-0000-7000-8000-000000000061'
const ENTRY: SuspectRecord = {
  id: ID,
  kind: 'destination',
  shown: 'g***@premio.example',
  cause: 'mule_account',
  evidence: 'Relato de infração aceito',
  status: 'active',
  until: null,
  added_at: '2026-11-20T12:00:00Z',
  added_by: 'diego@retaguarda.example',
  removed_at: null,
  removed_by: null,
  removal_reason: null,
  payees: 3,
  may_remove: false,
  timeline: [],
}
const ROW: SuspectRow = {
  id: ID,
  added_at: ENTRY.added_at,
  shown: ENTRY.shown,
  kind: 'destination',
  cause: 'mule_account',
  status: 'active',
  until: null,
  added_by: ENTRY.added_by,
  removed_at: null,
  removed_by: null,
}

const area = sectionArea(
  diego,
  {
    [`GET /v1/payouts/suspects/${ID}`]: ENTRY,
    'GET /v1/payouts/suspects': [ROW],
    'GET /v1/payouts/suspects/facets': { total: { count: 1, sums: {}, estimated: false }, columns: {} },
  },
  () => [import('./commands/AddSuspect'), import('./commands/acts')],
)
beforeEach(() => setAccount({ id: 2, name: 'Loja Aurora', unique: false }))
const open = (path: string) =>
  openUnder('/dashboard/payouts/data-qualification/suspects', path, {
    '/': SuspectsList,
    '/$id': SuspectPage,
  })

describe('suspects', () => {
  it('stand in a list beside the payee book, masked and with their cause', async () => {
    await open('/')
    await Promise.all(['g***@premio.example', 'Mule account', 'Payee book'].map(shows))
  })

  it('are not taken away by who added them', async () => {
    await open(`/${ID}`)
    await shows('Relato de infração aceito')
    expect(find<HTMLButtonElement>('button', 'Remove').disabled).toBe(true)
  })

  it('need evidence', async () => {
    await open('/')
    await shows('g***@premio.example')
    await press(find('button', 'New suspect'))
    // Nobody pays there, whichever merchant is chosen.
    await shows('Every merchant')
    expect(find('[role=dialog]').textContent).not.toContain('Loja Aurora')
    await type(find<HTMLInputElement>('[role=dialog] input', 'Evidence: report, case or letter'), 'curto')
    await press(find('[role=dialog] button[type=submit]'))
    await shows('at least ten characters')
    expect(area.bodies('POST /v1/payouts/suspects')).toEqual([])
  })
})
