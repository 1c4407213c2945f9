import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setAccount, type User } from '../../../app/state'
import { openUnder, sectionArea } from '../../../app/test-area'
import { find, press, shows } from '../../../app/test-page'
import { ImportPage } from './ImportPage'
import { ImportsList } from './ImportsList'
import type { ImportRecord } from './import'

const bruno: User = {
  id: 'u-bruno',
  email: 'bruno@merchant.example',
  companyId: 2,
  company: { id: 2, name: 'Loja Aurora' },
  companies: [2],
  locale: 'en',
  permissions: [
    'payout::payment:read',
    'payout::dataQualification:read',
    'payout::dataQualification:write',
    'auth::twoFactor',
  ],
  internal_user: false,
  sensitive: false,
}
const ID = '0199aaaa-0000-7000-8000-000000000071'
const ONE = `/v1/payouts/payee-imports/${ID}`
const TABLE: ImportRecord = {
  id: ID,
  created_at: '2026-11-20T12:00:00Z',
  name: 'favorecidos.csv',
  size: 800,
  status: 'read',
  problem: null,
  rows: 2,
  added: 1,
  extended: 0,
  known: 0,
  bad: 1,
  actor: 'bruno@merchant.example',
  applied_at: null,
  applied_by: null,
  company_id: 2,
}

const area = sectionArea(
  bruno,
  {
    [`GET ${ONE}`]: TABLE,
    'GET /v1/payouts/payee-imports': [],
    'GET /v1/payouts/payee-imports/facets': { total: { count: 0, sums: {}, estimated: false }, columns: {} },
    'GET /v1/payouts/payee-import-rows': [
      {
        number: 2,
        import_id: ID,
        outcome: 'bad',
        problem: 'document:document_invalid',
        name: 'Sem documento',
        document: '123',
        destination: null,
      },
    ],
  },
  () => [import('./acts')],
)
beforeEach(() => setAccount({ id: 2, name: 'Loja Aurora', unique: false }))
const open = (path: string) =>
  openUnder('/dashboard/payouts/data-qualification/imports', path, { '/': ImportsList, '/$id': ImportPage })

describe('imports of payees', () => {
  it('begin with a table that is chosen', async () => {
    await open('/')
    await shows('Choose a table of payees (CSV), or drop it here')
  })

  it('say what is wrong with a row, and come into the book when somebody applies them', async () => {
    area.answer(`POST ${ONE}/apply`, { ...TABLE, status: 'applied' })
    await open(`/${ID}`)
    await Promise.all(['To review', 'CPF or CNPJ: no CPF and no CNPJ'].map(shows))
    await press(find('button', 'Apply'))
    await shows('1 row comes into the book')
    await press(find('[role=dialog] button[type=submit]'))
    await vi.waitFor(() => expect(area.bodies(`POST ${ONE}/apply`)).toHaveLength(1))
  })

  it('that cannot be read say why', async () => {
    area.answer(`GET ${ONE}`, { ...TABLE, status: 'unreadable', problem: 'headings_missing', rows: 0 })
    await open(`/${ID}`)
    await shows('Nome and Documento are needed')
  })
})
