import { beforeEach, describe, expect, it, vi } from 'vitest'
import { merchant, setAccount, trustedAccounts, type User } from '../../app/state'
import { openUnder, sectionArea } from '../../app/test-area'
import { refused } from '../../app/test-kit'
import { acting, closeDialog, find, press, shows, type } from '../../app/test-page'
import { choose } from '../../viewer/choosing'
import { BankAccountsList } from '../bankaccounts/BankAccountsList'
import { TransferPage } from './TransferRecord'

const bruno: User = {
  id: 'u-bruno',
  email: 'bruno@merchant.example',
  companyId: 2,
  company: { id: 2, name: 'Loja Aurora' },
  companies: [2],
  locale: 'en',
  permissions: [
    'rbac::companies:read',
    'payin::withdrawals:read',
    'payin::withdrawals:write',
    'account::bankAccounts:read',
    'account::bankAccounts:write',
    'auth::twoFactor',
  ],
  internal_user: false,
  sensitive: false,
}

const ID = '0199aaaa-0000-7000-8000-00000000000a'
const [MAIN, SPARE, NEW] = ['b', 'c', 'd'].map((end) => `0199aaaa-0000-7000-8000-00000000000${end}`)
const brl = (amount: number) => ({ amount, currency: 'BRL' as const })
const account = (id: string | undefined, nickname: string, more: object = {}) => ({
  id,
  nickname,
  bank_name: 'ITAÚ UNIBANCO S.A.',
  pix_key: null,
  is_default: false,
  usable: true,
  ...more,
})
const FAILED = {
  id: ID,
  created_at: '2026-11-20T12:00:00Z',
  end_to_end_id: 'E12345678202611201200abcdefghijk',
  method: 'pix',
  bank_account_id: SPARE,
  holder_name: 'Loja Aurora Comércio Ltda',
  holder_document: 'P3E2Z8IQ9Y7J64',
  kind: 'account',
  ispb: '60701190',
  compe: '341',
  bank_name: 'ITAÚ UNIBANCO S.A.',
  branch: '2545',
  number: '023661',
  account_type: 'CACC',
  pix_key: null,
  gross: brl(5_150),
  fee: brl(150),
  amount: brl(5_000),
  returned: brl(0),
  status: 'failed',
  scheduled_for: null,
  ended_at: '2026-11-20T12:00:05Z',
  fail_code: 'AC07',
  last_error: 'Conta do recebedor encerrada',
  blocked_reason: null,
  description: 'Retirada',
  origin: 'withdrawal',
  actor: 'bruno@merchant.example',
  company_id: 2,
  orders: [],
  returns: [],
  returns_error: null,
  entries: [],
  timeline: [],
}
const PLAN = {
  command: 'account:withdrawal:create',
  merchant: 2,
  changes: [],
  balances: [
    {
      account: 'available',
      posted_before: brl(90_000),
      posted_after: brl(90_000),
      held_before: brl(0),
      held_after: brl(5_150),
    },
  ],
  hash: 'h',
  about: '',
  facts: [
    { field: 'amount', value: brl(5_000) },
    { field: 'fee', value: brl(150) },
  ],
  needs_approval: false,
}
const CREATE = 'POST /v1/account/withdrawals'
const area = sectionArea(
  bruno,
  {
    [`GET /v1/account/withdrawals/${ID}`]: FAILED,
    'GET /v1/account/withdrawal-terms': {
      available: brl(90_000),
      fee: brl(150),
      most: brl(1_500_000),
      cooling_off_hours: 24,
      day_left: null,
      night_left: null,
    },
    'GET /v1/account/bank-accounts': [
      account(SPARE, 'Reserva'),
      account(NEW, 'Nova', { usable: false, usable_from: '2099-11-24T14:05:00Z' }),
      account(MAIN, 'Conta principal', { is_default: true }),
    ],
    [`${CREATE}/plan`]: PLAN,
    [CREATE]: { ...FAILED, id: MAIN, status: 'pending' },
  },
  () => [import('./commands/NewTransfer'), import('../bankaccounts/commands/AddAccount')],
)
// Commands act on one merchant, and theirs is chosen at sign-in.
beforeEach(() => setAccount({ id: 2, name: 'Loja Aurora', unique: true }))

const submit = () => press(find('[role=dialog] button[type=submit]'))

describe('a withdrawal that did not arrive', () => {
  it('says why in words, offers only accounts that may be paid to, the usual one first, and asks again with what failed', async () => {
    await openUnder('/dashboard/account/transfers', `/${ID}`, { '/$id': TransferPage })
    await shows('The receiving account is closed')
    await shows('add the right one')
    await press(find('button', 'Ask again'))
    await shows('Available R$900.00')
    await vi.waitFor(() =>
      expect(trustedAccounts.get().accounts.map(({ id }) => id)).toEqual([MAIN, SPARE, NEW]),
    )
    await shows('Reserva · Itaú Unibanco S.A.')
    await submit()
    await shows('Merchant balance, on hold')
    // The money first: what arrives, what it costs, what leaves the balance, and the amount in the button.
    await shows('Total debited')
    await shows('R$51.50')
    await shows('Retirada')
    expect(find('[role=dialog] button[type=submit]').textContent).toBe('Withdraw R$50.00')
    expect(area.bodies(CREATE)).toEqual([])
    await submit()
    await vi.waitFor(() =>
      expect(area.bodies(CREATE)).toEqual([
        { amount: brl(5_000), bank_account: SPARE, description: 'Retirada', scheduled_for: null },
      ]),
    )
  })
})

it('a withdrawal that came back in part says how much, of what, and by which return', async () => {
  area.answer(`GET /v1/account/withdrawals/${ID}`, {
    ...FAILED,
    status: 'done',
    fail_code: null,
    last_error: null,
    returned: brl(2_000),
    returns: [
      {
        rtr_id: 'D18236120202611201200abcdefghijk',
        amount: brl(2_000),
        returned_at: '2026-11-20T13:00:00Z',
        booked_at: '2026-11-20T13:00:01Z',
        claim_id: null,
      },
    ],
  })
  await openUnder('/dashboard/account/transfers', `/${ID}`, { '/$id': TransferPage })
  await shows('Partly returned')
  await shows('R$20.00 of R$50.00 came back and are available again')
  await shows('D1823…hijk')
})

it('a merchant that is chosen after another is offered none of its accounts, also when their list does not come', async () => {
  await openUnder('/dashboard/account/transfers', `/${ID}`, { '/$id': TransferPage })
  await shows('add the right one')
  await press(find('button', 'Ask again'))
  await shows('Reserva · Itaú Unibanco S.A.')
  await closeDialog()
  area.answer('GET /v1/account/bank-accounts', refused(400, 'unknown_filter'))
  await acting(() => choose({ id: 3, name: 'Loja Brisa', unique: false }))
  await shows('add the right one')
  await press(find('button', 'Ask again'))
  await shows('Available R$900.00')
  await vi.waitFor(() =>
    expect(trustedAccounts.get()).toEqual({ accounts: [], loading: false, error: 'common.failed' }),
  )
  expect(find('[role=dialog]').textContent).not.toContain('Reserva')
})

it('an account in its cooling-off is listed with the moment from which it can be chosen', async () => {
  await openUnder('/dashboard/account/transfers', `/${ID}`, { '/$id': TransferPage })
  await shows('add the right one')
  await press(find('button', 'Ask again'))
  await shows('Reserva · Itaú Unibanco S.A.')
  await press(find('[role=dialog] [role=combobox]'))
  const option = () => find('[role=option]', 'Nova · Itaú Unibanco S.A. · from 24 Nov 2099, 14:05')
  await vi.waitFor(() => expect(option().getAttribute('aria-disabled')).toBe('true'))
  await press(option())
  await shows('Reserva · Itaú Unibanco S.A.')
})

it('an account is not sent before everything is said of it', async () => {
  area.answer('GET /v1/account/bank-accounts/facets', [])
  await openUnder('/dashboard/account/merchant-bank-accounts', '/list', { '/list': BankAccountsList })
  await press(find('button', 'Add an account'))
  await vi.waitFor(() => find('[role=dialog] form'))
  await type(find<HTMLInputElement>('[role=dialog] input', 'CPF or CNPJ of the holder'), '111.111.111-11')
  await submit()
  await shows('Choose a bank from the list')
  await shows('Invalid CPF or CNPJ')
  expect(area.bodies('POST /v1/account/bank-accounts/plan')).toEqual([])
})

it('an account of the merchant itself takes its name and document from the register', async () => {
  merchant.set({
    data: { id: 2, name: 'Loja Aurora', legal_name: 'Loja Aurora Ltda', document: 'P3E2Z8IQ9Y7J64' },
  })
  area.answer('GET /v1/account/bank-accounts/facets', [])
  area.answer('POST /v1/account/bank-accounts/plan', PLAN)
  await openUnder('/dashboard/account/merchant-bank-accounts', '/list', { '/list': BankAccountsList })
  await press(find('button', 'Add an account'))
  await shows('The account is our own: Loja Aurora Ltda, P3.E2Z.8IQ/9Y7J-64')
  await type(find<HTMLInputElement>('[role=dialog] input', 'Nickname'), 'Chave')
  await press(find('[role=dialog] label', 'Pix key'))
  expect(document.querySelectorAll('[role=dialog] input[maxlength="200"]')).toHaveLength(0)
  await press(find('[role=dialog] label', 'The account is our own: Loja Aurora Ltda, P3.E2Z.8IQ/9Y7J-64'))
  find('[role=dialog] input', 'Name of the holder')
})
