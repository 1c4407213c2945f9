import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setAccount, type User } from '../../app/state'
import { openUnder, sectionArea } from '../../app/test-area'
import { find, press, shows } from '../../app/test-page'
import { PreviewPage } from './FilePage'
import type { Finding, PaymentFile } from './file'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['payout::returnFile:preview', 'payout::returnFile:live', 'auth::twoFactor'],
  internal_user: true,
  sensitive: false,
}
const ID = '0199aaaa-0000-7000-8000-0000000000a1'
const LINE = '0199aaaa-0000-7000-8000-0000000000a2'
const finding = (of: Partial<Finding>): Finding => ({
  number: 1,
  kind: 'truncated',
  line: 6,
  lines: 1,
  read: '',
  effect: null,
  amount: null,
  paid_on: null,
  payout_id: null,
  remittance_id: null,
  witness: null,
  witness_id: null,
  taken: null,
  ...of,
})
const PROVEN = finding({
  number: 2,
  kind: 'unproven',
  line: 3,
  read: '00',
  effect: 'done',
  amount: { amount: 12_000, currency: 'BRL' },
  paid_on: '2026-11-20',
  witness: 'statement',
  witness_id: LINE,
  taken: true,
})
const FILE = {
  id: ID,
  created_at: '2026-11-20T12:00:00Z',
  name: 'cut.ret',
  size: 1_446,
  status: 'parsed',
  sha256: 'ab'.repeat(32),
  bank: '341',
  bank_name: 'Itaú Unibanco S.A.',
  layout: 'cnab240',
  company_document: '11222333000181',
  company_name: 'RETAGUARDA',
  agreement: 'RETAGUARDA01',
  sequence: 1,
  generated_on: '2026-11-20',
  total_lines: 6,
  read_lines: 6,
  lines: 6,
  entries: 2,
  amount: { amount: 20_000, currency: 'BRL' },
  paid: { amount: 20_000, currency: 'BRL' },
  fee: { amount: 0, currency: 'BRL' },
  lines_said: null,
  entries_said: null,
  amount_said: null,
  tolerances: [],
  error: null,
  plan_hash: 'cd'.repeat(32),
  plan_changed: false,
  actor: 'diego@retaguarda.example',
  parsed_at: '2026-11-20T12:00:00Z',
  applied_at: null,
  applied_by: null,
  company_id: 1,
  effects: [],
  codes: [],
  expected_sequence: null,
  missing: 0,
  findings: [finding({}), PROVEN],
  findings_total: 2,
  corrections: 1,
} satisfies PaymentFile

const CHOOSE = `POST /v1/payouts/return-files/${ID}/choose`

const area = sectionArea(diego, {
  [`GET /v1/payouts/return-files/${ID}`]: FILE,
  'GET /v1/payouts/return-lines': [],
})
beforeEach(() => setAccount({ id: 'all', name: 'All', unique: false }))
const open = () => openUnder('/dashboard/payouts/return-file/preview', `/${ID}`, { '/$id': PreviewPage })

describe('findings of a payment return', () => {
  it('are told with their line, what is proposed, and who proves it', async () => {
    await open()
    await Promise.all(
      ['File cut off', 'Line of a damaged file', '120.00', 'Read: 00'].map((word) => shows(word)),
    )
    await shows('Its lines move money only where a bank statement confirms them')
    const evidence = find<HTMLAnchorElement>('a', 'Debit of 20 Nov 2026')
    expect(evidence.getAttribute('href')).toContain(`/bank-statement/${LINE}`)
    // What proposes nothing leaves nothing to choose.
    expect(document.querySelectorAll('button[aria-label^="Leave out"]')).toHaveLength(1)
  })

  it('are left out of the plan by their number', async () => {
    area.answer(CHOOSE, FILE)
    await open()
    await shows('Line of a damaged file')
    area.answer(`GET /v1/payouts/return-files/${ID}`, { ...FILE, findings: [{ ...PROVEN, taken: false }] })
    await press(find('button', 'Leave out the correction of line 3'))
    await vi.waitFor(() => expect(area.bodies(CHOOSE)).toEqual([{ finding: 2, taken: false }]))
    await shows('Take up')
  })

  it('say why a choice was refused', async () => {
    const refused = { statusCode: 409, message: 'file_not_open', error: '', status: false }
    area.answer(CHOOSE, () => new Response(JSON.stringify(refused), { status: 409 }))
    await open()
    await shows('Line of a damaged file')
    await press(find('button', 'Leave out the correction of line 3'))
    await vi.waitFor(() => expect(document.querySelector('[role=alert]')?.textContent).toBeTruthy())
  })
})
