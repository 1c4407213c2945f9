import { describe, expect, it, vi } from 'vitest'
import { alert, type User } from '../../app/state'
import { openUnder, sectionArea } from '../../app/test-area'
import { find, press, shows, type } from '../../app/test-page'
import { RoutesPage } from './RoutesPage'
import type { Group, Routes } from './routing'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['rbac::companies:read', 'payout::processors:read', 'payout::rule:write', 'auth::twoFactor'],
  internal_user: true,
  sensitive: false,
}

const ID = '0199aaaa-0000-7000-8000-000000000071'
const [BANK, OTHER] = ['0199aaaa-0000-7000-8000-000000000072', '0199aaaa-0000-7000-8000-000000000073']
const ONE = `/v1/payouts/routes/${ID}`
const GROUP: Group = {
  name: 'Pix',
  condition: 'method == "pix"',
  choices: [
    { processor: BANK, priority: 1, weight: 70 },
    { processor: OTHER, priority: 1, weight: 30 },
  ],
}
const real = (amount: number) => ({ amount, currency: 'BRL' })
const DRAFT: Routes = {
  id: ID,
  number: 3,
  name: 'Two banks',
  status: 'draft',
  revision: 2,
  groups: [GROUP],
  written_by: diego.email,
  created_at: '2026-11-20T08:00:00Z',
  updated_at: '2026-11-20T09:00:00Z',
  approved_by: null,
  approved_at: null,
  activated_by: null,
  activated_at: null,
  may_approve: false,
  processors: [
    { id: BANK, name: 'Banco A', usable: true },
    { id: OTHER, name: 'Banco B', usable: false },
  ],
  facts: ['amount', 'hour'],
  simulation: {
    id: ID,
    number: 1,
    version_id: ID,
    revision: 2,
    from_at: '2026-10-20T08:00:00Z',
    until_at: '2026-11-20T08:00:00Z',
    status: 'done',
    payments: 10,
    report: {
      shares: [
        {
          processor: BANK,
          name: 'Banco A',
          count: 7,
          amount: real(700),
          percent: '70.0',
          cost: real(245),
          seconds: 3,
        },
      ],
      before: [
        {
          processor: OTHER,
          name: 'Banco B',
          count: 10,
          amount: real(1000),
          percent: '100.0',
          cost: real(100),
          seconds: null,
        },
      ],
      groups: [{ name: 'Pix', count: 10 }],
      moved: 7,
      fallback: 0,
      waiting: 3,
      unmet: 0,
      cost: real(245),
      cost_before: real(100),
    },
    milliseconds: 12,
    asked_by: diego.email,
    asked_at: '2026-11-20T08:00:00Z',
    ended_at: '2026-11-20T08:00:01Z',
  },
}

const area = sectionArea(
  diego,
  { [`GET ${ONE}`]: DRAFT, 'POST /v1/payouts/routes/try': { problems: [], met: null } },
  () => [import('./commands/NewRoutes')],
)
const open = () => openUnder('/dashboard/payouts/processors/routes', `/${ID}`, { '/$id': RoutesPage })

describe('the routes of payouts', () => {
  it('of a draft are groups of processors with priority and weight, saved as they are typed', async () => {
    area.answer(`POST ${ONE}/change`, DRAFT)
    await open()
    await shows('Save draft')
    const [, , , weight] = document.querySelectorAll<HTMLInputElement>('fieldset input[inputmode="numeric"]')
    await type(weight!, '45')
    await press(find('button', 'Save draft'))
    await vi.waitFor(() => expect(alert.get().message).toEqual(['The draft was saved']))
    expect(area.bodies(`POST ${ONE}/change`)).toEqual([
      {
        name: 'Two banks',
        revision: 2,
        groups: [{ ...GROUP, choices: [GROUP.choices[0], { ...GROUP.choices[1], weight: 45 }] }],
      },
    ])
  }, 15_000)

  it('are tried from the first group on, so a group is moved by keyboard and its button keeps the focus', async () => {
    const last: Group = { ...GROUP, name: 'Rest', condition: '' }
    area.answer(`GET ${ONE}`, { ...DRAFT, groups: [GROUP, last] })
    area.answer(`POST ${ONE}/change`, DRAFT)
    await open()
    await shows('Group 2')
    const up = find<HTMLButtonElement>('button[aria-label="Move group 2 up"]')
    up.focus()
    await press(up)
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move group 1 down')
    await press(find('button', 'Save draft'))
    await vi.waitFor(() =>
      expect(area.bodies(`POST ${ONE}/change`)).toEqual([
        { name: 'Two banks', revision: 2, groups: [last, GROUP] },
      ]),
    )
  }, 15_000)

  it('say what a simulation found, beside what was, and who writes them does not approve them', async () => {
    await open()
    await shows('10 payments, 7 of them by another processor. Cost R$2.45, before R$1.00.')
    await shows('3 payments would have waited: none of their processors took orders then.')
    await shows('70.0%')
    expect(find<HTMLButtonElement>('button', 'Approve').disabled).toBe(true)
  }, 15_000)
})
