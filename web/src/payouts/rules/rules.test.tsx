import { describe, expect, it, vi } from 'vitest'
import { alert, type User } from '../../app/state'
import { openUnder, sectionArea } from '../../app/test-area'
import { find, press, shows, type } from '../../app/test-page'
import type { VersionRow } from '../../rules/version'
import { RulesList } from './RulesList'
import { RulesPage } from './RulesPage'
import type { Group, Rules } from './rules'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['rbac::companies:read', 'payout::settings:read', 'payout::rule:write', 'auth::twoFactor'],
  internal_user: true,
  sensitive: false,
}

const ID = '0199aaaa-0000-7000-8000-000000000091'
const BANK = '0199aaaa-0000-7000-8000-000000000092'
const ONE = `/v1/payouts/rules/${ID}`
const TURNS: readonly Partial<Group>[] = [
  { action: 'hold', minutes: 45 },
  { action: 'refuse' },
  { action: 'route', processor: BANK },
  { action: 'second_person' },
  { action: 'warn' },
  { action: 'allow' },
]
/** As many as a house begins with, two of each action. */
const GROUPS: readonly Group[] = Array.from({ length: 12 }, (_, place) => ({
  name: `Rule ${place + 1}`,
  condition: `amount > ${(place + 1) * 1000}`,
  action: 'hold',
  minutes: null,
  processor: null,
  ...TURNS[place % TURNS.length],
}))
const DRAFT: Rules = {
  id: ID,
  number: 4,
  name: 'Weekend',
  status: 'draft',
  revision: 7,
  groups: [...GROUPS],
  written_by: diego.email,
  created_at: '2026-11-20T08:00:00Z',
  updated_at: '2026-11-20T09:00:00Z',
  approved_by: null,
  approved_at: null,
  activated_by: null,
  activated_at: null,
  may_approve: false,
  processors: [{ id: BANK, name: 'Banco A', usable: true }],
  facts: ['amount', 'hour'],
  backtest: null,
}
const ROW: VersionRow = {
  id: ID,
  number: 4,
  name: 'Weekend',
  status: 'draft',
  groups: 12,
  written_by: diego.email,
  approved_by: null,
  activated_by: null,
  activated_at: null,
  created_at: DRAFT.created_at,
  updated_at: DRAFT.updated_at,
}

const area = sectionArea(
  diego,
  {
    [`GET ${ONE}`]: DRAFT,
    'GET /v1/payouts/rules': [ROW],
    'GET /v1/payouts/rules/facets': { total: { count: 1, sums: {}, estimated: false }, columns: {} },
    'POST /v1/payouts/rules/try': { problems: [] },
  },
  () => [import('./commands/NewRules')],
)
const open = (path = `/${ID}`) =>
  openUnder('/dashboard/payouts/settings/rules', path, { '/': RulesList, '/$id': RulesPage })

describe('the rules for payments', () => {
  it('stand in a list of versions', async () => {
    await open('/')
    await Promise.all(['Weekend', 'Draft', diego.email].map((word) => shows(word)))
  })

  it('are still to be written where there are none, and the list says so', async () => {
    area.answer('GET /v1/payouts/rules', [])
    area.answer('GET /v1/payouts/rules/facets', {
      total: { count: 0, sums: {}, estimated: false },
      columns: {},
    })
    await open('/')
    await shows('No payment rules yet')
  })

  it('of a draft are twelve groups, each with what its action needs, and one that is changed alone is saved with the others', async () => {
    area.answer(`POST ${ONE}/change`, DRAFT)
    await open()
    await shows('Save draft')
    const groups = [...document.querySelectorAll('fieldset')]
    expect(groups.map((each) => each.getAttribute('aria-label'))).toEqual(
      GROUPS.map((_, place) => `Group ${place + 1}`),
    )
    // A hold has its minutes and a route its processor; the others have neither.
    expect(document.querySelectorAll('input[inputmode="numeric"]')).toHaveLength(2)
    expect(find<HTMLButtonElement>('button', 'Save draft').disabled).toBe(true)
    await type(groups[11]!.querySelector('textarea')!, 'hour < 6')
    await press(find('button', 'Save draft'))
    await vi.waitFor(() => expect(alert.get().message).toEqual(['The draft was saved']))
    expect(area.bodies(`POST ${ONE}/change`)).toEqual([
      {
        name: 'Weekend',
        revision: 7,
        groups: [...GROUPS.slice(0, 11), { ...GROUPS[11], condition: 'hour < 6' }],
      },
    ])
  }, 15_000)

  it('that cannot be read are told so beside their group', async () => {
    area.answer('POST /v1/payouts/rules/try', {
      problems: [
        { group: 9, field: 'condition', key: 'condition_invalid', error: "'amoun' is unknown at column 1" },
      ],
    })
    await open()
    await shows("'amoun' is unknown at column 1")
    expect(document.querySelectorAll('fieldset')[9]!.textContent).toContain("'amoun' is unknown")
  }, 15_000)
})
