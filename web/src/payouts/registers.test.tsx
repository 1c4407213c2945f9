import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setAccount, type User } from '../app/state'
import { openUnder, sectionArea } from '../app/test-area'
import { find, press, shows, type } from '../app/test-page'
import { OwnerPage } from './accountOwners/OwnerPage'
import type { Owner } from './accountOwners/owner'
import { ContractPage } from './contracts/ContractPage'
import { type Contract, valueOf } from './contracts/contract'
import { FranchisePage } from './franchises/FranchisePage'
import { FranchisesList } from './franchises/FranchisesList'
import type { Unit } from './franchises/unit'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: [
    'payout::franchises:read',
    'payout::franchises:write',
    'payout::accountOwners:read',
    'payout::accountOwners:write',
    'payout::merchantContracts:read',
    'payout::merchantContracts:write',
    'auth::twoFactor',
  ],
  internal_user: true,
  sensitive: false,
}
const brl = (amount: number) => ({ amount, currency: 'BRL' as const })
const ID = '0199aaaa-0000-7000-8000-000000000051'
const AT = '2026-11-20T12:00:00Z'
const UNIT: Unit = {
  id: ID,
  company_id: 2,
  company_name: 'Loja Aurora',
  name: 'Aurora Batel',
  document: '90.020.020/0001-17',
  contract: 'F-014',
  valid_from: '2025-01-01',
  valid_to: null,
  royalty: '5.25',
  budget: brl(100_000),
  spent: brl(35_000),
  left: brl(65_000),
  status: 'active',
  reason: null,
  problems: ['shares_not_whole', 'no_destination'],
  created_at: AT,
  created_by: 'diego@retaguarda.example',
  owners: [{ id: ID, name: 'Igor Batista', document: '***.200.201-**', share: '60.00' }],
  destinations: [],
  free: [{ id: ID, nickname: 'Conta Sul', holder_name: 'Aurora Sul', bank_name: null, status: 'verified' }],
  volumes: [{ days: 30, payments: 2, amount: brl(35_000) }],
}
const VERSION = {
  version: 1,
  status: 'active',
  name: 'Retaguarda IP S.A.',
  document: '11.222.333/0001-81',
  ispb: '00000000',
  bank_name: 'BCO DO BRASIL S.A.',
  branch: '1584',
  number: '002101696',
  account_type: 'CACC',
  cnab_code: '123',
  receipt_text: null,
  valid_from: '2025-01-01',
  valid_to: '2026-12-01',
  written_at: AT,
  written_by: 'diego@retaguarda.example',
  verified_at: AT,
  verified_by: 'eva@retaguarda.example',
  activated_at: AT,
  activated_by: 'diego@retaguarda.example',
}
const DRAFT = {
  ...VERSION,
  version: 2,
  status: 'draft',
  valid_to: null,
  verified_at: null,
  verified_by: null,
}
const OWNER: Owner = {
  ...VERSION,
  id: ID,
  company_id: 1,
  company_name: 'Retaguarda',
  state: 'active',
  days_left: 12,
  problems: ['no_signer'],
  created_at: AT,
  retired_at: null,
  reason: null,
  next: DRAFT,
  next_mine: true,
  versions: [DRAFT, VERSION],
  agreements: [{ method: 'ted', number: '7788', last_nsa: 41 }],
  signers: [],
}
const FIELD = {
  field: 'payin_fee',
  state: 'differs',
  severity: 'high',
  ours: '0.99',
  said: '0.89',
  source: 'Contrato 17',
  said_until: null,
  said_by: 'diego@retaguarda.example',
  said_at: AT,
  since: AT,
  checked_at: AT,
  accepted_until: null,
  accepted_reason: null,
  accepted_by: null,
  takeable: true,
}
const CONTRACT: Contract = {
  id: 2,
  name: 'Loja Aurora',
  legal_name: 'Loja Aurora Ltda',
  document: 'P3E2Z8IQ9Y7J64',
  blocked_out: false,
  stops: 'payin_fee',
  blocking: { low: false, medium: false, high: true },
  fields: [
    FIELD,
    { ...FIELD, field: 'payout_fee', ours: '150 BRL', said: '150 BRL', state: 'equal', takeable: false },
  ],
}

const plan = (command: string) => ({
  command,
  merchant: 2,
  changes: [],
  balances: [],
  hash: 'h',
  about: '',
  facts: [],
})

const area = sectionArea(
  diego,
  {
    [`GET /v1/payouts/franchises/${ID}`]: UNIT,
    'GET /v1/payouts/franchises': [],
    [`GET /v1/payouts/account-owners/${ID}`]: OWNER,
    'GET /v1/payouts/merchant-contracts/2': CONTRACT,
  },
  () => [
    import('./franchises/commands/acts'),
    import('./accountOwners/commands/acts'),
    import('./contracts/commands/acts'),
  ],
)
beforeEach(() => setAccount({ id: 2, name: 'Loja Aurora', unique: false }))
const open = (path: string) =>
  openUnder('/dashboard/payouts', path, {
    '/franchises/list': FranchisesList,
    '/franchises/$id': FranchisePage,
    '/account-owners/$id': OwnerPage,
    '/merchant-contract-dq/$id': ContractPage,
  })
const submit = () => press(find('[role=dialog] button[type=submit]'))

describe('a franchise unit', () => {
  it('says what it lacks, what is left of its budget, and whose it is', async () => {
    await open(`/franchises/${ID}`)
    await Promise.all(
      ['not qualified yet', 'not 100% together', '5.25%', 'R$650.00', '***.200.201-**', 'No account yet'].map(
        shows,
      ),
    )
  })

  it('is suspended for a reason', async () => {
    const path = `POST /v1/payouts/franchises/${ID}/suspend`
    area.answer(`${path}/plan`, plan('payouts:franchise:suspend'))
    area.answer(path, UNIT)
    await open(`/franchises/${ID}`)
    await shows('not qualified yet')
    await press(find('button', 'Suspend'))
    await type(find<HTMLInputElement>('[role=dialog] input', 'Why'), 'em revisão')
    await submit()
    await press(await vi.waitFor(() => find('[role=dialog] button[type=submit]', 'Suspend')))
    await vi.waitFor(() => expect(area.bodies(path)).toEqual([{ reason: 'em revisão' }]))
  })
})

describe('adding to franchise units', () => {
  it('offers the accounts of no unit, and nothing where none is free', async () => {
    await open(`/franchises/${ID}`)
    await shows('No account yet')
    const add = () =>
      [...document.querySelectorAll('button')].findLast(({ textContent }) => textContent === 'Add')!
    await press(add())
    await shows('Conta Sul · Aurora Sul')
  })

  it('offers nothing where every account is a unit’s already', async () => {
    area.answer(`GET /v1/payouts/franchises/${ID}`, { ...UNIT, free: [] })
    await open(`/franchises/${ID}`)
    await shows('No account yet')
    const adds = [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Add')
    expect(adds.map(({ disabled }) => disabled)).toEqual([false, true])
  })

  it('asks whose a new unit is right after its name', async () => {
    await open('/franchises/list')
    await press(await vi.waitFor(() => find('button', 'Add a unit')))
    await shows('Number of the contract')
    const labels = [...document.querySelectorAll('[role=dialog] label')].map(({ textContent }) => textContent)
    expect(labels.slice(0, 2).map((label) => label?.replace(/\s*\*$/, ''))).toEqual(['Name', 'CPF or CNPJ'])
  })
})

describe('an account owner', () => {
  it('says when it ends, who verifies the next version, and what keeps files from being sealed', async () => {
    await open(`/account-owners/${ID}`)
    await Promise.all(
      [
        'ends in 12 days',
        'You wrote version 2',
        'Nobody may sign',
        '1584 · 00210169-6',
        'Version 2, not in force yet',
      ].map(shows),
    )
    expect(find<HTMLButtonElement>('button', 'Verify').disabled).toBe(true)
  })
})

describe('a merchant’s contract', () => {
  it('stands field by field beside what is in use, to the last place', async () => {
    await open('/merchant-contract-dq/2')
    await Promise.all(
      ['0.99%', '0.89%', 'R$1.50', 'Contrato 17', 'differences of this weight stop payouts'].map(shows),
    )
  })

  it('says in words what a contract’s value changes', async () => {
    const path = 'POST /v1/payouts/merchant-contracts/2/take'
    const changes = [
      { field: 'payin_fee', before: '0.99', after: '0.89' },
      { field: 'payin_fee_state', before: 'differs', after: 'equal' },
    ]
    area.answer(`${path}/plan`, { ...plan('payouts:contract:take'), changes })
    await open('/merchant-contract-dq/2')
    await shows('Contrato 17')
    await press(find('button', 'What can be done with Payin fee'))
    await press(await vi.waitFor(() => find('[role=menuitem]', 'Use the contract’s value')))
    await type(
      await vi.waitFor(() => find<HTMLInputElement>('[role=dialog] input', 'Why')),
      'vale o contrato',
    )
    await submit()
    await Promise.all(['Payin fee: status', 'Differs', 'Equal'].map(shows))
    expect(find('[role=dialog]').textContent).toMatch(/0\.99%.*0\.89%/)
    expect(find('[role=dialog]').textContent).not.toContain('payin_fee')
  })

  it('tells each kind of value in the words of a person', () => {
    const t = (key: string) => key
    expect(valueOf(t, 'pt', 'payin_fee', '0.99')).toBe('0,99%')
    expect(valueOf(t, 'en', 'most_once', '9000050 BRL')).toBe('R$90,000.50')
    expect(valueOf(t, 'en', 'kyc', '2026-12-31')).toBe('31 Dec 2026')
    expect(valueOf(t, 'en', 'activity', null)).toBe('—')
    const fee = (value: string) => valueOf(t, 'en', 'payout_fee', value)
    const parts = 'payoutRegisters.contract_fee'
    expect(fee('150 BRL + 0.50% max 500')).toBe(`R$1.50 + ${parts}.share, ${parts}.top`)
    expect(fee('0 BRL + 0.50% steps')).toBe(`${parts}.share, ${parts}.steps`)
    expect(fee('100 BRL min 150')).toBe(`R$1.00, ${parts}.least`)
  })
})
