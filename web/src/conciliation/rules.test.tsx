import { describe, expect, it } from 'vitest'
import type { User } from '../app/state'
import { openUnder, sectionArea } from '../app/test-area'
import { find, shows } from '../app/test-page'
import type { Rule } from './conciliation'
import { RulesList } from './Lists'
import { RuleRecord } from './RuleRecord'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: [
    'rbac::companies:read',
    'conciliation::bankStatement:read',
    'conciliation::bankStatement:write',
  ],
  internal_user: true,
  sensitive: false,
}

const ID = '0199aaaa-0000-7000-8000-0000000000a1'
const LINE = '0199aaaa-0000-7000-8000-0000000000a2'
const brl = (amount: number) => ({ amount, currency: 'BRL' })
const RULE: Rule = {
  id: ID,
  account_id: '0199aaaa-0000-7000-8000-0000000000a3',
  account_name: 'Banco Serra Azul',
  rung: 'tolerance',
  name: 'Cents of the collection',
  version: 2,
  replaces: null,
  position: 10,
  tolerance: brl(5),
  days: 1,
  cause: 'rounding',
  pattern: '^LIQ COBRANCA',
  shape: null,
  expected: null,
  state: 'draft',
  created_at: '2026-11-20T08:00:00Z',
  created_by: diego.email,
  decided_at: null,
  decided_by: null,
  gained: 2,
  agreed: 1,
  otherwise: 1,
  pairs: [
    {
      line_id: LINE,
      description: 'LIQ COBRANCA 118',
      day: '2026-11-18',
      amount: brl(9_998),
      expected_amount: brl(10_000),
      judged: 'otherwise',
    },
  ],
  mine: true,
  timeline: [],
}

const area = sectionArea(
  diego,
  {
    [`GET /v1/conciliation/rules/${ID}`]: RULE,
    'GET /v1/conciliation/rules': [],
    'GET /v1/conciliation/rules/facets': { total: { count: 0, sums: {}, estimated: false }, columns: {} },
    'GET /v1/conciliation/learned': [],
  },
  () => [import('./acts/WriteRule')],
)
const open = (path: string) =>
  openUnder('/dashboard/conciliation/rules', path, { '/': RulesList, '/$id': RuleRecord })

describe('a rule of matching', () => {
  it('says by how much a line may differ and what it would have found; who wrote it does not let it work', async () => {
    await open(`/${ID}`)
    await Promise.all(
      ['Cents of the collection', '^LIQ COBRANCA', 'LIQ COBRANCA 118', '99.98', '100.00'].map((word) =>
        shows(word),
      ),
    )
    await shows('Put into use')
    expect(find<HTMLButtonElement>('button', 'Put into use').disabled).toBe(true)
  }, 15_000)

  it('that nothing would have met says so', async () => {
    area.answer(`GET /v1/conciliation/rules/${ID}`, {
      ...RULE,
      pairs: [],
      gained: 0,
      agreed: 0,
      otherwise: 0,
    })
    await open(`/${ID}`)
    await shows('Cents of the collection')
    expect(document.querySelector('table')).toBeNull()
  }, 15_000)

  it('is still to be written where there is none, and the list says so', async () => {
    await open('/')
    await shows('No matching rule yet')
  }, 15_000)
})
