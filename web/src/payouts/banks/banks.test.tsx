import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setAccount, type User } from '../../app/state'
import { openUnder, sectionArea } from '../../app/test-area'
import { find, press, shows, type } from '../../app/test-page'
import { BankPage } from './BankPage'
import { BanksList } from './BanksList'
import { type Bank, type BankRow, percentOf, seconds } from './bank'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['payout::banks:read', 'payout::banks:write', 'auth::twoFactor'],
  internal_user: true,
  sensitive: false,
}
const ONE = '/v1/payouts/banks/31872495'
const C6: Bank = {
  ispb: '31872495',
  compe: '336',
  name: 'BCO C6 S.A.',
  long_name: 'Banco C6 S.A.',
  pix: true,
  ted: true,
  listed: true,
  branch_most: 4,
  number_least: 1,
  number_most: 19,
  digit_rule: 'none',
  updated_at: '2026-11-20T12:00:00Z',
  live: {
    state: 'down',
    measured: 'quarter',
    mark: null,
    mark_until: null,
    quarter: 24,
    quarter_faulty: 13,
    day: 40,
    day_done: 20,
    day_refused: 20,
    day_faulty: 13,
    p50_ms: 850,
    p95_ms: 4_240,
  },
  marks: [],
  refusals: [{ code: 'AB09', payments: 13 }],
}
const ROW: BankRow = {
  ...C6,
  state: 'down',
  payments_15m: 24,
  payments_24h: 40,
  done_24h: 20,
  refused_24h: 20,
  p50_ms: 850,
  p95_ms: 4_240,
  mark_until: null,
  mark_reason: null,
}
const REVISION = {
  added: [{ ispb: '99887766', compe: null, name: 'BCO NOVO', long_name: 'BCO NOVO', pix: true, ted: true }],
  changed: [],
  removed: [],
  same: 511,
}

const area = sectionArea(
  diego,
  {
    [`GET ${ONE}`]: C6,
    [`GET ${ONE}/account`]: { field: 'digit', problem: 'account_digit_wrong', number: null },
    'GET /v1/payouts/banks': [ROW],
    'GET /v1/payouts/banks/facets': { total: { count: 1, sums: {}, estimated: false }, columns: {} },
    'POST /v1/payouts/bank-list/preview': REVISION,
  },
  () => [import('./commands/acts'), import('./commands/TakeList')],
)
beforeEach(() => setAccount({ id: 'all', name: '', unique: false }))
const open = (path: string) =>
  openUnder('/dashboard/payouts/banks', path, { '/list': BanksList, '/$id': BankPage })
const submit = () => press(find('[role=dialog] button[type=submit]'))

describe('banks', () => {
  it('stand in a list with how they do, and on a page with why', async () => {
    await open('/list')
    await Promise.all(['Banco C6 S.A.', 'Pix · TED', '50.0%', '850 ms', '4.2 sec'].map(shows))
    await open('/31872495')
    await Promise.all(
      ['At least half of the payments', '13 · 54.2%', 'The last 15 minutes', 'AB09'].map(shows),
    )
  })

  it('are marked with all merchants in sight, because a bank is no merchant’s', async () => {
    area.answer(`POST ${ONE}/mark/plan`, {
      command: 'payouts:bank:mark',
      merchant: 1,
      changes: [{ field: 'mark', before: null, after: 'down' }],
      balances: [],
      hash: 'h',
      about: 'BCO C6 S.A.',
      facts: [],
    })
    area.answer(`POST ${ONE}/mark`, C6)
    await open('/31872495')
    await shows('Refusals of the last 24 hours')
    await press(find('button', 'Mark'))
    await type(find<HTMLInputElement>('[role=dialog] input', 'Why'), 'manutenção')
    await submit()
    await press(await vi.waitFor(() => find('[role=dialog] button[type=submit]', 'Mark')))
    await vi.waitFor(() =>
      expect(area.bodies(`POST ${ONE}/mark`)).toEqual([{ state: 'down', hours: 2, reason: 'manutenção' }]),
    )
  })

  it('say of an account that is tried what is wrong with it', async () => {
    await open('/31872495')
    await shows('nothing is sent or kept')
    await type(find<HTMLInputElement>('input', 'Branch'), '1584')
    await type(find<HTMLInputElement>('input', 'Account'), '210169')
    await type(find<HTMLInputElement>('input', 'Digit'), '5')
    await shows('check digit')
  })

  it('show what a new list would change before it is taken over', async () => {
    await open('/list')
    await shows('Banco C6 S.A.')
    await press(find('button', 'Update the list'))
    const input = find<HTMLInputElement>('[role=dialog] input[type=file]')
    Object.defineProperty(input, 'files', { value: [new File(['[]'], 'bancos.json')] })
    input.dispatchEvent(new Event('change', { bubbles: true }))
    await Promise.all(['1 bank is added', 'BCO NOVO · 99887766', '511 banks stay'].map(shows))
  })
})

describe('what is told of a bank', () => {
  it('is a dash where nothing was measured', () => {
    expect([percentOf(0, 0, 'en'), seconds(null, 'en')]).toEqual(['—', '—'])
    expect(seconds(4_240, 'pt')).toBe('4,2 s')
  })
})
