import { describe, expect, it } from 'vitest'
import type { User } from '../app/state'
import { openUnder, sectionArea } from '../app/test-area'
import { find, press, shows } from '../app/test-page'
import type { Day, Line } from './conciliation'
import { DayBench } from './day/DayBench'
import { LineRecord } from './LineRecord'

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
    'conciliation::days:write',
  ],
  internal_user: true,
  sensitive: false,
}

const ID = '0199aaaa-0000-7000-8000-0000000000d1'
const LINE = '0199aaaa-0000-7000-8000-0000000000d2'
const EXPECTED = '0199aaaa-0000-7000-8000-0000000000d3'
const brl = (amount: number) => ({ amount, currency: 'BRL' })
const DAY: Day = {
  id: ID,
  account_id: '0199aaaa-0000-7000-8000-0000000000d4',
  account_name: 'Banco Serra Azul',
  bank: '341',
  branch: '0912',
  number: '48213-7',
  day: '2026-11-18',
  opening: brl(100_000),
  money_in: brl(12_478_50),
  money_out: brl(0),
  fees: brl(0),
  bank_closing: brl(13_478_50),
  stated: null,
  ledger_closing: brl(13_480_00),
  difference: brl(-150),
  without_cause: brl(33),
  causes: { fee: -117, none: -33 },
  open_items: 2,
  files: 1,
  state: 'open',
  asked_by: null,
  asked_at: null,
  asked_reason: null,
  accepted_reason: null,
  closed_by: null,
  closed_at: null,
  seals: 0,
  mine: false,
  earlier_id: null,
  later_id: null,
  earlier_difference: null,
  earlier_seal: null,
  items: [],
  lines: [
    {
      id: LINE,
      day: '2026-11-18',
      amount: brl(12_478_50),
      description: 'LIQ COBRANCA 3 TIT',
      history_code: '2041',
      number: 118,
      state: 'exception',
    },
  ],
  expectations: [
    {
      id: EXPECTED,
      day: '2026-11-18',
      due_on: '2026-11-23',
      amount: brl(12_480_00),
      kind: 'payin.boleto',
      reference: 'B1',
      end_to_end_id: '',
      merchant: 'Loja Aurora',
      state: 'ambiguous',
    },
  ],
  not_due: 14,
  not_due_amount: brl(38_220_00),
  suggestions: [],
  rungs: [{ rung: 1, lines: 4_871 }],
  day_lines: 4_872,
  undone: 0,
  exceptions: 1,
  unassigned: 1,
  file_list: [],
  seal_list: [],
  timeline: [],
}

const area = sectionArea(diego, {}, () => [
  import('./acts/ChoiceForm'),
  import('./acts/MakeMatch'),
  import('../ui/DialogFrame'),
])
const open = (path: string) =>
  openUnder('/dashboard/conciliation/internal', path, {
    '/balances-history/$id': DayBench,
    '/bank-statement/$id': LineRecord,
  })

describe('the bench of a day', () => {
  it('says the residual as terms that add up, and what stands without cause', async () => {
    area.answer(`GET /v1/conciliation/days/${ID}`, DAY)
    await open(`/balances-history/${ID}`)
    await Promise.all(
      ['−1.50', '−1.17', 'fee of the bank', '−0.33', 'Not due yet, 14: never an exception'].map(shows),
    )
    await shows('1 exception, 1 unassigned')
  })

  it('shows the difference of what is selected, and asks what it is', async () => {
    area.answer(`GET /v1/conciliation/days/${ID}`, DAY)
    await open(`/balances-history/${ID}`)
    await shows('LIQ COBRANCA 3 TIT')
    for (const box of document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')) {
      // oxlint-disable-next-line no-await-in-loop
      await press(box)
    }
    await shows('1 to 1')
    expect(find('button', 'Match with difference')).toBeTruthy()
  })

  it('is closed with a reason where something has no cause', async () => {
    area.answer(`GET /v1/conciliation/days/${ID}`, DAY)
    await open(`/balances-history/${ID}`)
    await shows('Close and seal')
    await press(find('button', 'Close and seal'))
    await shows('Another person agrees; then the day is sealed.')
  })
})

const TARIFF: Line = {
  id: LINE,
  account_id: DAY.account_id,
  account_name: 'Caixa Cobrança',
  file_id: ID,
  file_name: 'cobranca-104.ret',
  number: 1,
  booked_on: '2026-11-18',
  value_on: null,
  amount: brl(-230),
  kind: '120',
  history_code: '0976',
  reference: '',
  own_reference: '',
  end_to_end_id: '',
  document: '',
  name: '',
  tax_document: '',
  counter_account: '',
  description: 'TARIFA DE COBRANCA',
  balance: null,
  first_line: 3,
  last_line: 3,
  effect: 'new',
  repeats: null,
  applied_at: '2026-11-18T12:00:00Z',
  state: 'ambiguous',
  reason: null,
  decided_by: null,
  raw: '1040001300001E',
  cause: 'unconfirmed',
  exception_id: null,
  candidates: ['F1', 'F2'].map((reference, at) => ({
    id: at ? ID : EXPECTED,
    kind: 'returns.bank_fee',
    reference,
    merchant_id: 2,
    day: '2026-11-18',
    due_on: '2026-11-20',
    amount: brl(-230),
    end_to_end_id: '',
    state: 'ambiguous',
    passed: ['amount'],
    failed: ['reference'],
  })),
  matches: [],
  timeline: [],
}

describe('a line that two expectations explain', () => {
  it('says so, and is matched with the one that a person chooses', async () => {
    area.answer(`GET /v1/conciliation/bank-lines/${LINE}`, TARIFF)
    area.answer('POST /v1/conciliation/matches', {})
    await open(`/bank-statement/${LINE}`)
    await shows('More than one expected movement explains this line')
    const [, second] = [...document.querySelectorAll<HTMLButtonElement>('td button')].filter(
      ({ textContent }) => textContent === 'Match',
    )
    await press(second!)
    await shows('Bank and ledger come to the same amount.')
    await press(find('[role=dialog] button', 'Match'))
    await expect
      .poll(() => area.bodies('POST /v1/conciliation/matches'))
      .toEqual([
        expect.objectContaining({ items: { lines: [LINE], expectations: [ID] }, difference: 'none' }),
      ])
  })
})
