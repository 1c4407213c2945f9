import { beforeEach, describe, expect, it, vi } from 'vitest'
import { lookForDrafts } from '../app/draft'
import { noteLoss } from '../app/session'
import { setAccount, type User } from '../app/state'
import { openUnder, sectionArea } from '../app/test-area'
import { refused } from '../app/test-kit'
import { acting, find, press, shows, type } from '../app/test-page'
import { BatchPage } from './batches/BatchPage'
import { NewBatch } from './batches/NewBatch'
import type { ChargeRecord } from './charge'
import NewCharge from './commands/NewCharge'
import { PaymentRecord } from './PaymentRecord'

const ana: User = {
  id: 'u-ana',
  email: 'ana@merchant.example',
  companyId: 2,
  company: { id: 2, name: 'Loja Aurora' },
  companies: [2],
  locale: 'en',
  permissions: ['rbac::companies:read', 'payin::payment:read', 'payin::charge:write'],
  internal_user: false,
  sensitive: false,
}
const brl = (amount: number) => ({ amount, currency: 'BRL' as const })
const ID = '0199aaaa-0000-7000-8000-000000000002'
const cost = (day: string, fine: number, discount: number) => ({
  day,
  fine: brl(fine),
  interest: brl(0),
  reduction: brl(0),
  discount: brl(discount),
  total: brl(10_000 + fine - discount),
})
const CHARGE: ChargeRecord = {
  id: ID,
  created_at: '2026-11-20T12:00:00Z',
  txid: 'a'.repeat(32),
  end_to_end_id: null,
  payer_name: 'Maria Exemplo',
  payer_document: '52998224725',
  method: 'pix',
  kind: 'due',
  due_date: '2026-12-10',
  status: 'pending',
  reference: null,
  description: null,
  amount: brl(10_000),
  fee: brl(0),
  net: brl(0),
  refunded: brl(0),
  expires_at: '2027-01-12T03:00:00Z',
  paid_at: null,
  processor: 'Sandbox',
  company_id: 2,
  last_error: null,
  due: {
    valid_days: 30,
    last_day: '2027-01-11',
    revision: 1,
    terms: {
      fine: { mode: 2, value: 200 },
      interest: null,
      reduction: null,
      discount: { mode: 3, value: 100, steps: null },
    },
    today: cost('2026-11-21', 0, 1_900),
    days: [cost('2026-11-21', 0, 1_900), cost('2026-12-11', 200, 0)],
    address: null,
    revising: false,
    revision_error: null,
  },
  split: [],
  shares: [],
  static_code: null,
  batch: null,
  location: null,
  br_code: null,
  cancel_requested: false,
  refundable: brl(0),
  awaiting_approval: brl(0),
  refund_requests: [],
  payments: [],
  refunds: [],
  entries: [],
  timeline: [],
  messages: [],
  archived_months: [],
  med: [],
}
const ONE = `/v1/payin/charges/${ID}`
const area = sectionArea(ana, { [`GET ${ONE}`]: CHARGE }, () => [
  import('./commands/ReviseCharge'),
  import('./batches/SendBatch'),
  import('../kit/modal/LeaveQuestion'),
])
const submit = () => press(find('[role=dialog] button[type=submit]'))

beforeEach(() => setAccount({ id: 2, name: 'Loja Aurora', unique: false }))

describe('a charge with a due date', () => {
  it('says its terms in words and what it costs on which day', async () => {
    await openUnder('/dashboard/payin/payments', `/${ID}`, { '/$id': PaymentRecord })
    await shows('Fine: 2.00% once it is late')
    await shows('Discount: R$1.00 for each day early')
    await shows('21 Nov 2026 (today)')
    await shows('102.00')
  })

  it('is changed as a whole: what the form says of it stands', async () => {
    area.answer(`POST ${ONE}/revise`, CHARGE)
    await openUnder('/dashboard/payin/payments', `/${ID}`, { '/$id': PaymentRecord })
    await shows('Maria Exemplo')
    await press(find('button', 'Change'))
    await shows('The charge changes once the provider agrees')
    const days = find<HTMLInputElement>('input', 'Days it can be paid late')
    await type(days, '15')
    await submit()
    await vi.waitFor(() => expect(area.bodies(`POST ${ONE}/revise`)).toHaveLength(1))
    expect(area.bodies(`POST ${ONE}/revise`)[0]).toMatchObject({
      amount: { amount: 10_000 },
      due_date: '2026-12-10',
      valid_days: 15,
      terms: { fine: { mode: 2, value: 200 }, discount: { mode: 3, value: 100 } },
    })
  })
})

describe('the form of a new charge', () => {
  const labelled = (name: string) =>
    [...document.querySelectorAll('[role=dialog] label')].find(({ textContent }) => textContent === name)
  const isOptional = (name: string) => labelled(name)?.parentElement?.textContent === `${name}optional`

  it('calls no part of a payer or of an address optional once another part of it is given', async () => {
    await openUnder('/dashboard/payin/payments', '/new', {
      '/new': () => <NewCharge onClose={() => undefined} />,
    })
    await shows('Create charge')
    const document = "Payer's CPF or CNPJ"
    expect(isOptional(document)).toBe(true)
    await type(find<HTMLInputElement>('input', "Payer's name"), 'Maria')
    await vi.waitFor(() => expect(isOptional(document)).toBe(false))
    await type(find<HTMLInputElement>('input', "Payer's name"), ' ')
    await vi.waitFor(() => expect(isOptional(document)).toBe(true))

    await press(find('label', 'With a due date'))
    const parts = ['Street and number', 'City', 'State']
    await vi.waitFor(() => expect(parts.map(isOptional)).toEqual([true, true, true]))
    await type(find<HTMLInputElement>('input', 'City'), 'Recife')
    await vi.waitFor(() => expect(parts.map(isOptional)).toEqual([false, false, false]))
  })

  it('keeps what both kinds ask for when the kind changes, and back again', async () => {
    await openUnder('/dashboard/payin/payments', '/new', {
      '/new': () => <NewCharge onClose={() => undefined} />,
    })
    await shows('Create charge')
    await type(find<HTMLInputElement>('input', "Payer's name"), 'João Lima')
    await press(find('label', 'With a due date'))
    await vi.waitFor(() => find('input', 'City'))
    expect(find<HTMLInputElement>('input', "Payer's name").value).toBe('João Lima')
    await type(find<HTMLInputElement>('input', "Payer's name"), 'João Lima Neto')
    await press(find('label', 'Immediate'))
    await vi.waitFor(() =>
      expect(find<HTMLInputElement>('input', "Payer's name").value).toBe('João Lima Neto'),
    )
  })
})

describe('a batch', () => {
  const line = (number: number, problem: string | null) => ({
    number,
    name: `Aluno ${number}`,
    document: '52998224725',
    amount: brl(1_000),
    due_date: '2026-12-10',
    description: null,
    reference: null,
    problems: problem ? [{ column: 'document', key: problem }] : [],
    warnings: [],
  })

  it('is not sent while a line is wrong, and names it', async () => {
    area.answer('POST /v1/payin/batches/check', {
      lines: [line(2, null), line(3, 'document_invalid')],
      amount: brl(1_000),
      wrong: 1,
      warned: 0,
      sendable: false,
    })
    await openUnder('/dashboard/payin/payments/batches', '/new', { '/new': NewBatch, '/$id': BatchPage })
    await type(find<HTMLTextAreaElement>('textarea'), 'nome;documento')
    await press(find('button', 'Check the lines'))
    await shows('Document: no valid CPF or CNPJ')
    await shows('1 line is wrong')
    expect(find<HTMLButtonElement>('button', 'Send the batch').disabled).toBe(true)
  })

  it('stands as it was typed after the session had ended, and is not left without a question', async () => {
    const screens = { '/new': NewBatch, '': () => <p>the batches</p> }
    const router = await openUnder('/dashboard/payin/payments/batches', '/new', screens)
    await type(find<HTMLTextAreaElement>('textarea'), 'nome;documento;valor')
    await acting(() => void router.navigate({ to: '/dashboard/payin/payments/batches' }))
    await shows('Leave without saving?')
    noteLoss()
    lookForDrafts()
    await press(find('button', 'Leave without saving'))
    await shows('the batches')
    await acting(() => router.navigate({ to: '/dashboard/payin/payments/batches/new' }))
    await shows('Your session had ended')
    expect(find<HTMLTextAreaElement>('textarea').value).toBe('nome;documento;valor')
  })

  it('marks what may be left out when it is sent', async () => {
    area.answer('POST /v1/payin/batches/check', {
      lines: [line(2, null)],
      amount: brl(1_000),
      wrong: 0,
      warned: 0,
      sendable: true,
    })
    await openUnder('/dashboard/payin/payments/batches', '/new', { '/new': NewBatch, '/$id': BatchPage })
    await type(find<HTMLTextAreaElement>('textarea'), 'nome;documento')
    await press(find('button', 'Check the lines'))
    await shows('Aluno 2')
    await press(find('button', 'Send the batch'))
    await shows('Days it can be paid lateoptional')
    const folds = [...document.querySelectorAll('[role=dialog] summary')].map((fold) => fold.textContent)
    expect(folds.length).toBeGreaterThan(0)
    expect(folds.every((name) => name.endsWith(' optional'))).toBe(true)
  })

  it('offers to change what is open before to cancel it: on a phone the first is the one that stands', async () => {
    area.answer('GET /v1/payin/batches/b-1', {
      id: 'b-1',
      company_id: 2,
      created_at: '2026-11-20T12:00:00Z',
      finished_at: '2026-11-20T12:01:00Z',
      description: 'Mensalidades',
      status: 'done',
      total: 2,
      made: 2,
      denied: 0,
      open: 2,
      paid: 0,
      amount: brl(2_000),
      received: brl(0),
      last_error: null,
      denied_text: '',
      denied_lines: [],
    })
    await openUnder('/dashboard/payin/payments/batches', '/b-1', { '/new': NewBatch, '/$id': BatchPage })
    await shows('Change the open charges')
    const names = [...document.querySelectorAll('header button')].map((button) => button.textContent)
    expect(names.filter((name) => name?.includes('open'))).toEqual([
      'Change the open charges',
      'Cancel the open charges',
    ])
  })

  const choose = (input: HTMLInputElement, file: File) =>
    acting(() => {
      Object.defineProperty(input, 'files', { value: [file], configurable: true })
      input.dispatchEvent(new Event('change', { bubbles: true }))
    })

  it('takes no file that is no text, and says beside the table what the server finds wrong with it', async () => {
    area.answer('POST /v1/payin/batches/check', refused(400, { text: ['columns_missing'] }))
    await openUnder('/dashboard/payin/payments/batches', '/new', { '/new': NewBatch, '/$id': BatchPage })
    const file = find<HTMLInputElement>('input[type=file]')
    await choose(file, new File([new Uint8Array([137, 80, 78, 71, 0, 1])], 'foto.png'))
    await shows('The file is no CSV')
    const table = find<HTMLTextAreaElement>('textarea')
    expect(table.value).toBe('')
    await choose(file, new File(['coisa;outra'], 'outra.csv'))
    await vi.waitFor(() => expect(table.value).toBe('coisa;outra'))
    await press(find('button', 'Check the lines'))
    await vi.waitFor(() => expect(table.getAttribute('aria-invalid')).toBe('true'))
  })
})
