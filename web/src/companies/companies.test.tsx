import { describe, expect, it, vi } from 'vitest'
import { alert, setUser, type User } from '../app/state'
import { openUnder, sectionArea } from '../app/test-area'
import { acting, choose, find, press, shows, type } from '../app/test-page'
import { CompaniesList } from './CompaniesList'
import { CompanyRecord } from './CompanyRecord'
import { EMPTY, readOnboard } from './commands/registration'
import type { CompanyRow, CompanyRecord as Record } from './companies'

const ana: User = {
  id: 'u-ana',
  email: 'ana@merchant.example',
  companyId: 2,
  company: { id: 2, name: 'Loja Aurora' },
  companies: [2],
  locale: 'en',
  permissions: ['rbac::companies:read'],
  internal_user: false,
  sensitive: false,
}
const diego: User = {
  ...ana,
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  permissions: ['rbac::companies:read', 'register::company:read-internal', 'register::company:write'],
  internal_user: true,
}
const brl = (amount: number) => ({ amount, currency: 'BRL' as const })

const ROW: CompanyRow = {
  id: 2,
  name: 'Loja Aurora',
  legal_name: 'Loja Aurora Comércio Ltda',
  document: '12ABC34501DE35',
  status: 'active',
  blocked_in: false,
  blocked_out: false,
  segment: 'Moda',
  country: 'BR',
  products: ['payin'],
  volume: brl(1_234_500),
  balance: brl(9_900),
  kyc_expires_on: '2028-03-01T03:00:00Z',
  created_at: '2026-01-01T12:00:00Z',
}
const RITA = '0199aaaa-0000-7000-8000-0000000000a1'
const CONTRACT = '0199aaaa-0000-7000-8000-0000000000b1'
const PAPER = '0199aaaa-0000-7000-8000-0000000000b2'
const COMPANY: Record = {
  id: 2,
  name: 'Loja Aurora',
  legal_name: 'Loja Aurora Comércio Ltda',
  document: '12ABC34501DE35',
  status: 'active',
  status_at: '2026-01-01T12:00:00Z',
  status_reason: null,
  blocked_in: false,
  blocked_out: false,
  segment: 'Moda',
  country: 'BR',
  products: ['payin'],
  kyc_expires_on: '2028-03-01',
  time_zone: 'America/Sao_Paulo',
  created_at: '2026-01-01T12:00:00Z',
  risk: 'low',
  owner: 'Diego',
  moves: ['offboarding'],
  partners: [
    {
      id: RITA,
      name: 'Rita Nogueira',
      document: '***.982.247-**',
      pep: true,
      pep_type: 'related',
      share: '60.00',
    },
  ],
  attributes: [],
  limits: [{ kind: 'charge', amount: brl(500_000), updated_at: '2026-01-01T12:00:00Z', updated_by: 'diego' }],
  fee: { percentage: '0.99', own: false },
  payout: { fee: brl(150), cooling_off_hours: 24, own: [] },
  contracts: [
    {
      id: CONTRACT,
      name: 'Acquiring 2026',
      valid_from: '2026-01-01',
      valid_to: null,
      status: 'in_force',
      ended_on: null,
      end_reason: null,
      created_by: 'diego',
      files: [
        {
          id: PAPER,
          name: 'contrato.pdf',
          media_type: 'application/pdf',
          size: 1536,
          sha256: '00',
          uploaded_by: 'diego',
          uploaded_at: '2026-01-02T12:00:00Z',
        },
      ],
    },
  ],
  people: [],
  accounts: [
    {
      id: 3,
      code: 'available',
      alias: null,
      available: brl(9_900),
      held: brl(0),
      blocked_in: false,
      blocked_out: false,
    },
  ],
  bank_accounts: [
    {
      id: RITA,
      nickname: 'Payroll',
      kind: 'account',
      bank_name: 'Banco Exemplo',
      holder_name: 'Loja Aurora',
      status: 'verified',
      is_default: true,
    },
  ],
  notes: [],
}

const area = sectionArea(diego, { 'GET /v1/companies': [ROW], 'GET /v1/companies/2': COMPANY })
const list = () => openUnder('/dashboard/companies', '/list-companies', { '/list-companies': CompaniesList })
const record = (search = '') => openUnder('/dashboard/companies', `/2${search}`, { '/$id': CompanyRecord })
const submit = () => press(find('[role=dialog] button[type=submit]'))
const field = (label: string) => {
  const found = [...document.querySelectorAll('[role=dialog] label')].find((each) =>
    each.textContent.startsWith(label),
  )
  return document.getElementById(found?.getAttribute('for') ?? '') as HTMLInputElement
}

describe('companies', () => {
  it('are listed with volume, balance and the day their KYC expires', async () => {
    await list()
    await Promise.all(['Loja Aurora', '12.ABC.345/01DE-35', '12,345.00', '99.00', '1 Mar 2028'].map(shows))
  })

  it('are brought in with a CNPJ and at least one partner', async () => {
    await list()
    await press(find('button', 'New company'))
    await shows('Numbers only, or with letters.')
    await type(field('CNPJ'), '529.982.247-25')
    await type(field('Share'), '100.5')
    await submit()
    await Promise.all(['Invalid CNPJ', 'A number up to 100', 'Required'].map(shows))
    expect(area.bodies('POST /v1/companies')).toEqual([])
  })

  it('are sent whole: letters in the number, and who owns them', () => {
    const form = { ...EMPTY, name: ' Nova Feira ', legal_name: 'Nova Feira Ltda' }
    const rita = { name: 'Rita Nogueira', document: '529.982.247-25', pep_type: 'related', share: '60' }
    expect(readOnboard(form, '12.abc.345/01de-35', [rita], (key) => key)).toEqual({
      input: {
        name: 'Nova Feira',
        legal_name: 'Nova Feira Ltda',
        segment: null,
        country: 'BR',
        owner: null,
        products: ['payin'],
        kyc_expires_on: null,
        document: '12ABC34501DE35',
        partners: [{ name: 'Rita Nogueira', document: '52998224725', pep_type: 'related', share: '60' }],
      },
    })
  })
})

describe('a company', () => {
  it('shows who it is, whose, and on what terms', async () => {
    await record()
    await Promise.all(['Rita Nogueira', '***.982.247-**', 'Close to a PEP', '60%', 'Low'].map(shows))
    await record('?tab=terms')
    await Promise.all(['0.99', 'the usual one', '5,000.00', 'No limit of its own', 'Payroll'].map(shows))
  })

  it('is blocked after the plan was seen, for a reason', async () => {
    const change = (name: string, before: unknown, after: unknown) => ({ field: name, before, after })
    area.answer('POST /v1/companies/2/block/plan', {
      command: 'companies:company:block',
      merchant: 2,
      changes: [change('status', 'active', 'blocked'), change('blocked_in', false, true)],
      balances: [],
      hash: 'x',
      about: '',
      facts: [],
    })
    area.answer('POST /v1/companies/2/block', { ...COMPANY, status: 'blocked' })
    await record()
    await shows('Rita Nogueira')
    await press(find('button', 'Block'))
    await shows('The company sees this.')
    await submit()
    await shows('Required')
    await type(field('Reason'), 'Court order 123')
    await submit()
    await Promise.all(['Way in blocked', 'Blocked', 'Yes'].map(shows))
    await submit()
    await vi.waitFor(() => expect(alert.get().message).toEqual(['Saved']))
    expect(area.bodies('POST /v1/companies/2/block')).toEqual([
      { direction: 'both', reason: 'Court order 123' },
    ])
  })

  it('that is blocked says so above all, and why', async () => {
    area.answer('GET /v1/companies/2', {
      ...COMPANY,
      status: 'blocked',
      blocked_out: true,
      status_reason: 'Court order 123',
    })
    await record()
    await shows('it cannot withdraw')
    await shows('Court order 123')
    find('button', 'Unblock')
  })

  it('gets a contract whose days are days', async () => {
    area.answer('POST /v1/companies/2/contracts', {})
    await record('?tab=terms')
    await press(await vi.waitFor(() => find('button', 'Add contract')))
    await shows('Until')
    await type(field('Name'), 'Pix 2026')
    await type(field('From'), '3101')
    await submit()
    expect(area.bodies('POST /v1/companies/2/contracts')).toEqual([])
    await type(field('From'), '31012026')
    await submit()
    await vi.waitFor(() =>
      expect(area.bodies('POST /v1/companies/2/contracts')).toEqual([
        { name: 'Pix 2026', valid_from: '2026-01-31', valid_to: null },
      ]),
    )
  })

  it('shows its contracts with their papers, and ends one for a reason', async () => {
    const END = `POST /v1/companies/2/contracts/${CONTRACT}/end`
    area.answer(END, {})
    await record('?tab=terms')
    await Promise.all(['Acquiring 2026', 'In force', 'Since 1 Jan 2026', 'contrato.pdf', '1.5 kB'].map(shows))
    await press(find('button', 'End'))
    await shows('Acquiring 2026 holds no more from today on.')
    await type(field('Reason'), 'Replaced')
    await submit()
    await vi.waitFor(() => expect(area.bodies(END)).toEqual([{ reason: 'Replaced' }]))
  })

  it('moves money into a sub-account after the plan was seen', async () => {
    const MOVE = 'POST /v1/companies/2/moves'
    const taxes = { ...COMPANY.accounts[0]!, id: 9, code: 'sub.1', alias: 'Taxes', available: brl(0) }
    setUser({ ...diego, permissions: [...diego.permissions, 'payin::withdrawals:write', 'auth::twoFactor'] })
    area.answer('GET /v1/companies/2', { ...COMPANY, accounts: [...COMPANY.accounts, taxes] })
    const now = { posted_before: brl(0), posted_after: brl(4_000), held_before: brl(0), held_after: brl(0) }
    area.answer(`${MOVE}/plan`, {
      command: 'accounts:money:move',
      merchant: 2,
      changes: [],
      balances: [{ account: 'sub.1', ...now }],
      hash: 'x',
      about: '',
      facts: [],
    })
    area.answer(MOVE, {})
    await record()
    await press(await vi.waitFor(() => find('button', 'Move money')))
    const choice = (name: string) => find('[role=dialog] [role=combobox]', name)
    // The keyboard stands in the first field, and goes along with a press on another.
    await vi.waitFor(() => expect(document.activeElement).toBe(choice('From')))
    await acting(() => choice('To').focus())
    await press(choice('To'))
    await choose('Taxes · R$0.00')
    await type(find<HTMLInputElement>('[role=dialog] input[inputmode]'), '40,00')
    await submit()
    await shows('What will happen')
    await submit()
    await vi.waitFor(() =>
      expect(area.bodies(MOVE)).toEqual([
        { source: 3, destination: 9, amount: { amount: 4_000, currency: 'BRL' } },
      ]),
    )
  })

  it('is only looked at by its own people', async () => {
    setUser(ana)
    const { risk: _, owner: __, ...own } = COMPANY
    area.answer('GET /v1/companies/2', own)
    await record()
    await shows('Rita Nogueira')
    const page = document.body.textContent
    for (const text of ['Edit registration', 'Add partner', 'Notes', 'Trail', 'Risk']) {
      expect(page).not.toContain(text)
    }
  })
})
