import { describe, expect, it, vi } from 'vitest'
import { lookForDrafts } from '../../app/draft'
import { queries } from '../../app/queries'
import { noteLoss } from '../../app/session'
import { alert, type User } from '../../app/state'
import { openUnder, sectionArea } from '../../app/test-area'
import { refused } from '../../app/test-kit'
import { acting, find, press, shows, type } from '../../app/test-page'
import type { VersionRow } from '../../rules/version'
import { RulesList } from './RulesList'
import { RulesPage } from './RulesPage'
import type { Rules, Simulated } from './rules'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['rbac::companies:read', 'payin::rule:read', 'payin::rule:write'],
  internal_user: true,
  sensitive: false,
}

const ID = '0199aaaa-0000-7000-8000-000000000033'
const BANK = '0199aaaa-0000-7000-8000-00000000000a'
const ONE = `/v1/payin/rules/${ID}`
const brl = (amount: number) => ({ amount, currency: 'BRL' as const })
const DRAFT: Rules = {
  id: ID,
  number: 3,
  name: 'Night',
  status: 'draft',
  revision: 2,
  groups: [
    { name: 'High', condition: 'amount > 100', action: 'review', shares: [], reason: null },
    {
      name: 'Rest',
      condition: '',
      action: 'share',
      shares: [{ processor: BANK, percent: 100 }],
      reason: null,
    },
  ],
  written_by: 'diego@retaguarda.example',
  created_at: '2026-11-20T08:00:00Z',
  updated_at: '2026-11-20T09:00:00Z',
  approved_by: null,
  approved_at: null,
  activated_by: null,
  activated_at: null,
  may_approve: false,
  processors: [{ id: BANK, name: 'Banco A', usable: true }],
}
const ROW: VersionRow = {
  id: ID,
  number: 3,
  name: 'Night',
  status: 'draft',
  groups: 2,
  written_by: DRAFT.written_by,
  approved_by: null,
  activated_by: null,
  activated_at: null,
  created_at: DRAFT.created_at,
  updated_at: DRAFT.updated_at,
}
const SIDE: Simulated = {
  processors: [{ processor: BANK, name: 'Banco A', count: 8, amount: brl(80_000) }],
  groups: [{ name: 'High', count: 2 }],
  blocked: 2,
  blocked_amount: brl(20_000),
  reviewed: 0,
  reviewed_amount: brl(0),
  unmatched: 8,
}

const area = sectionArea(
  diego,
  {
    [`GET ${ONE}`]: DRAFT,
    'GET /v1/payin/rules': [ROW],
    'GET /v1/payin/rules/facets': { total: { count: 1, sums: {}, estimated: false }, columns: {} },
    'POST /v1/payin/rules/try': { problems: [], group: 0, action: 'review' },
  },
  () => [import('./commands/acts'), import('./commands/NewRules')],
)
const open = (path = `/${ID}`) =>
  openUnder('/dashboard/payin/rules', path, { '/groups': RulesList, '/$id': RulesPage })

/** What the server says of what is typed, a moment after the last key. */
const later = (text: string) =>
  vi.waitFor(() => expect(document.body.textContent).toContain(text), { timeout: 5000 })

describe('rules for charges', () => {
  it('stand as they were written when the session ended over them, and a change of another is not mixed in', async () => {
    await open()
    await shows('Group 2')
    await press(find('button', 'Add group'))
    await type(document.querySelectorAll<HTMLTextAreaElement>('textarea')[2]!, 'amount > 700')
    noteLoss()
    lookForDrafts()
    const found = async (revision: number) => {
      area.answer(`GET ${ONE}`, { ...DRAFT, revision })
      await acting(() => queries.invalidateQueries())
    }
    const conditions = () => document.querySelectorAll('textarea')
    await found(3)
    await vi.waitFor(() => expect(conditions()).toHaveLength(2))
    await found(2)
    await shows('Your session had ended')
    expect(conditions()[2]?.value).toBe('amount > 700')
    area.answer(`POST ${ONE}/change`, DRAFT)
    await press(find('button', 'Save draft'))
    await vi.waitFor(() => expect(alert.get().message).toEqual(['The draft was saved']))
    noteLoss()
    expect(sessionStorage.getItem('forms-before')).toBe(null)
  })

  it('stand in a list of versions', async () => {
    await open('/groups')
    await Promise.all(['Night', 'Draft', 'diego@retaguarda.example'].map(shows))
  })

  it('are moved by keyboard, tried while they are typed, and saved as they were seen', async () => {
    area.answer(`POST ${ONE}/change`, DRAFT)
    await open()
    await later('This charge meets group 1, High.')
    const down = find<HTMLButtonElement>('button[aria-label="Move group 1 down"]')
    down.focus()
    await press(down)
    // At the end there is no further down: the keyboard is on the way back.
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move group 2 up')
    area.answer('POST /v1/payin/rules/try', {
      problems: [
        { group: 1, field: 'condition', key: 'condition_invalid', error: "'amoun' is unknown at column 1" },
      ],
      group: null,
      action: null,
    })
    await type(document.querySelectorAll<HTMLTextAreaElement>('textarea')[1]!, 'amoun > 1')
    await later("'amoun' is unknown at column 1")
    await shows('A condition cannot be read yet.')
    await press(find('button', 'Save draft'))
    await vi.waitFor(() => expect(alert.get().message).toEqual(['The draft was saved']))
    expect(area.bodies(`POST ${ONE}/change`)).toEqual([
      {
        name: 'Night',
        groups: [DRAFT.groups[1], { ...DRAFT.groups[0], condition: 'amoun > 1' }],
        revision: 2,
      },
    ])
  }, 15_000)

  it('that are refused are named by their places, and the keyboard stays where a group was removed', async () => {
    area.answer(`POST ${ONE}/change`, () => refused(400, { 'groups[1].shares': ['shares_not_100'] }))
    await open()
    await later('This charge meets group 1, High.')
    await type(document.querySelectorAll<HTMLTextAreaElement>('textarea')[0]!, 'amount > 200')
    await press(find('button', 'Save draft'))
    await shows('Group 2 has errors; they are shown beside it.')
    const remove = find<HTMLButtonElement>('button[aria-label="Remove group 2"]')
    remove.focus()
    await press(remove)
    expect(document.activeElement?.textContent).toContain('Group 1')
    expect(document.activeElement).not.toBe(document.body)
  })

  it('send whole percents: what is none is told so and counts as none, and a new group begins with its name', async () => {
    area.answer(`POST ${ONE}/change`, DRAFT)
    await open()
    await later('This charge meets group 1, High.')
    const percent = find<HTMLInputElement>('input[value="100"]')
    await type(percent, '150')
    expect(percent.value).toBe('150')
    await shows('A whole number from 0 to 100.')
    await type(percent, '33,3')
    expect(percent.value).toBe('33,3')
    expect(percent.getAttribute('aria-invalid')).toBe('true')
    await type(percent, '40,0 %')
    expect(percent.getAttribute('aria-invalid')).toBeNull()
    await press(find('button', 'Add group'))
    expect(document.activeElement?.closest('fieldset')?.getAttribute('aria-label')).toBe('Group 3')
    expect(document.activeElement).toBeInstanceOf(HTMLInputElement)
    await press(find('button', 'Save draft'))
    await vi.waitFor(() => expect(alert.get().message).toEqual(['The draft was saved']))
    expect(area.bodies(`POST ${ONE}/change`)).toMatchObject([
      {
        groups: [DRAFT.groups[0], { shares: [{ processor: BANK, percent: 40 }] }, { name: '' }],
      },
    ])
  })

  it('are not approved by who wrote them, and are by another', async () => {
    await open()
    await shows('Approve')
    expect(find<HTMLButtonElement>('button', 'Approve').disabled).toBe(true)
    expect(find('button', 'Approve').title).toBe('You wrote some of these rules; someone else approves them.')
  })

  it('say before they are agreed to which rules of merchants no longer apply', async () => {
    area.answer(`GET ${ONE}`, { ...DRAFT, may_approve: true })
    area.answer(`POST ${ONE}/approve/plan`, {
      command: 'payin:rules:approve',
      merchant: null,
      about: '3 · Night',
      facts: [{ field: 'own_rules_lost', value: 'High (2)' }],
      changes: [{ field: 'status', before: 'draft', after: 'approved' }],
      balances: [],
      hash: 'h',
    })
    await open()
    await shows('Approve')
    await press(find('button', 'Approve'))
    await Promise.all(['Merchants’ own rules that no longer apply', 'High (2)'].map(shows))
  })

  it('in force are shown as they were agreed on, and tried over the past', async () => {
    area.answer(`GET ${ONE}`, { ...DRAFT, status: 'active', approved_by: 'eva@retaguarda.example' })
    area.answer(`POST ${ONE}/simulate`, {
      days: 7,
      charges: 120_000,
      looked_at: 10,
      sampled: true,
      changed: 3,
      these: SIDE,
      active: { ...SIDE, blocked: 0 },
    })
    await open()
    await Promise.all(['1. High', 'What is paid waits for a person', '100% Banco A'].map(shows))
    await press(find('button', 'Simulate'))
    await Promise.all(
      ['120,000 charges, of which 10 were looked at as a sample. 3 of these', 'no group: 8'].map(shows),
    )
    expect(area.bodies(`POST ${ONE}/simulate`)).toEqual([{ days: 7 }])
  })
})
