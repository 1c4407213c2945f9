import { describe, expect, it, vi } from 'vitest'
import { queries } from '../app/queries'
import { alert, setAccount, type User } from '../app/state'
import { drawInside, openUnder, sectionArea } from '../app/test-area'
import { HttpResponse } from '../app/test-kit'
import { acting, find, press, shows } from '../app/test-page'
import { LivePage } from './FileRecord'
import type { RawLine, ReturnFile } from './file'
import { Lens } from './lens/Lens'
import { hexOf, segmentsOf } from './lens/segments'
import { Upload } from './Upload'
import { sendFile } from './upload'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['rbac::companies:read', 'payin::returFile:preview', 'payin::returFile:live'],
  internal_user: true,
  sensitive: false,
}

const ID = '0199aaaa-0000-7000-8000-000000000001'
const ONE = `/v1/payin/return-files/${ID}`
const money = (amount: number) => ({ amount, currency: 'BRL' as const })
const FILE: ReturnFile = {
  id: ID,
  created_at: '2026-11-20T12:00:41Z',
  name: 'CB2011.RET',
  size: 1452,
  status: 'parsed',
  sha256: 'ab'.repeat(32),
  bank: '341',
  bank_name: 'BANCO ITAU S.A.',
  layout: 'cnab240',
  company_document: '11222333000181',
  company_name: 'AURORA',
  agreement: '',
  sequence: 7,
  generated_on: '2026-11-20',
  total_lines: 6,
  read_lines: 6,
  lines: 6,
  entries: 1,
  amount: money(3700),
  paid: money(3700),
  fee: money(190),
  lines_said: 6,
  entries_said: null,
  amount_said: money(5000),
  tolerances: [{ name: 'batch_total_differs', count: 1, line: 5 }],
  error: null,
  plan_hash: 'cd'.repeat(32),
  plan_changed: false,
  actor: 'diego@retaguarda.example',
  parsed_at: '2026-11-20T12:00:42Z',
  applied_at: null,
  applied_by: null,
  company_id: 1,
  effects: [
    { effect: 'settle', why: null, meaning: null, count: 1, done: 0, paid: money(3700), fee: money(190) },
  ],
  occurrences: [{ occurrence: '06', meaning: 'paid', count: 1, paid: money(3700) }],
}
const RAW: RawLine = {
  number: 1,
  record: 'U',
  text: '341AB0000003700 é',
  fields: [
    { name: 'bank_code', column: 1, length: 3, kind: 'N', value: '341' },
    { name: 'paid_amount', column: 6, length: 10, kind: 'M', value: '37.00' },
  ],
}
const area = sectionArea(
  diego,
  {
    [`GET ${ONE}`]: FILE,
    'GET /v1/payin/return-lines': [],
    [`GET ${ONE}/lines`]: { first: 1, total: 2, lines: [RAW, { ...RAW, number: 2 }] },
  },
  () => [import('./commands/ApplyFile')],
)
const open = () => openUnder('/dashboard/payin/return-file', `/${ID}`, { '/$id': LivePage })

describe('a return file that was read', () => {
  it('shows what would happen, what its trailers say otherwise, and is applied with the plan that was seen', async () => {
    setAccount({ id: 'all', name: 'All merchants', unique: false })
    area.answer(`POST ${ONE}/apply`, { ...FILE, status: 'applying' })
    await open()
    await shows('Settle charge')
    await shows('the file says 50.00')
    await shows('Batch total does not match')
    await press(find('button', 'Apply'))
    await shows('One charge becomes paid')
    expect(document.querySelector('[role=dialog]')?.textContent).not.toContain('bank fee')
    await press(find('[role=dialog] button[type=submit]'))
    await vi.waitFor(() => expect(alert.get().message).toEqual(['The file is being applied']))
    expect(area.bodies(`POST ${ONE}/apply`)).toEqual([{ plan: FILE.plan_hash }])
  })

  it('shows the lines of the plan that stands now, when it became another one', async () => {
    const line = {
      id: 'l3',
      number: 3,
      occurrence: '06',
      meaning: 'paid',
      effect: 'settle',
      paid: money(3700),
    }
    area.answer('GET /v1/payin/return-lines', [line])
    await open()
    const titles = () => find('section', 'Title by title').textContent
    await vi.waitFor(() => expect(titles()).toContain('Settle charge'))
    area.answer('GET /v1/payin/return-lines', [{ ...line, effect: 'already' }])
    area.answer(`GET ${ONE}`, { ...FILE, plan_hash: 'another' })
    await acting(() => queries.invalidateQueries({ queryKey: ['record', 'payin.return_file'] }))
    await vi.waitFor(() => expect(titles()).toContain('Already applied'))
  })

  it('calls a title that was merely registered so, and counts nothing of it as paid', async () => {
    const none = { why: null, done: 0, paid: money(0), fee: money(0) }
    area.answer(`GET ${ONE}`, {
      ...FILE,
      paid: money(0),
      effects: [{ ...none, effect: 'information', meaning: 'entry_confirmed', count: 2 }],
      occurrences: [{ occurrence: '02', meaning: 'entry_confirmed', count: 2, paid: money(0) }],
    })
    const line = { number: 3, occurrence: '02', meaning: 'entry_confirmed', effect: 'information' }
    area.answer('GET /v1/payin/return-lines', [
      { id: 'l3', ...line, amount: money(10_000), paid: money(0), fee: money(0) },
    ])
    await open()
    const rowOf = async (section: string) => {
      await vi.waitFor(() => expect(find('section', section).querySelector('tbody tr')).not.toBeNull())
      const cells = find('section', section).querySelectorAll(
        'tbody tr:first-child td, tbody tr:first-child th',
      )
      return [...cells].map((cell) => cell.textContent)
    }
    expect(await rowOf('What would happen')).toEqual(['Information', 'Registered: no money moves', '2', '—'])
    expect(await rowOf('Title by title')).toEqual(['3', '02 Registered', '—', 'Information', '—of 100.00'])
  })

  it('says which line of which file brought a payment already, and offers only to dismiss it', async () => {
    setAccount({ id: 'all', name: 'All merchants', unique: false })
    const line = { id: 'l3', file_id: ID, number: 3, occurrence: '06', meaning: 'paid', paid: money(3700) }
    const brought = { brought_file: 'f2', brought_name: 'MONDAY.RET', brought_line: 5 }
    area.answer(`GET ${ONE}`, { ...FILE, status: 'applied' })
    area.answer('GET /v1/payin/return-lines', [
      { ...line, effect: 'unknown', ...brought },
      { ...line, id: 'l4', number: 4, effect: 'unknown' },
    ])
    await open()
    await shows('It came in line 5 of MONDAY.RET')
    expect(find('a', 'It came in line 5 of MONDAY.RET').getAttribute('href')).toBe(
      '/dashboard/payin/return-file/f2?tab=lines&line=5',
    )
    const offered = [...document.querySelectorAll('[aria-label*=" line "]')].map((each) => each.ariaLabel)
    expect(offered.filter((each) => !each?.startsWith('See'))).toEqual([
      'Dismiss line 3',
      'Assign line 4 to a charge',
      'Credit line 4 to a merchant',
      'Dismiss line 4',
    ])
  })

  it('that is damaged says where', async () => {
    const error = { code: 'not_a_number', line: 1, column: 80, detail: 'paid_amount' }
    area.answer(`GET ${ONE}`, { ...FILE, status: 'rejected', error, effects: [], plan_hash: null })
    await open()
    await shows('File refused: line 1, column 80')
    await shows('The field holds something that is no number.')
    await shows('Line 1 of 6')
  })
})

describe('the lens', () => {
  it('cuts a line whole, and tells its bytes', () => {
    expect(segmentsOf(RAW).map(({ text, field }) => [text, field?.name])).toEqual([
      ['341', 'bank_code'],
      ['AB', undefined],
      ['0000003700', 'paid_amount'],
      [' é', undefined],
    ])
    expect(hexOf('A é')).toBe('41 20 E9')
  })

  it('walks through the fields of a raw line by keyboard', async () => {
    await drawInside(<Lens file={ID} total={2} first={1} />)
    await shows('Bank')
    const key = (name: string) =>
      acting(() =>
        find('[role=group] button[aria-current]').dispatchEvent(
          new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
        ),
      )
    await key('ArrowRight')
    await shows('No field')
    await key('ArrowRight')
    await shows('Paid amount')
    await shows('6 to 15 (10)')
    await shows('30 30 30 30 30 30 33 37 30 30')
    await key('ArrowDown')
    await shows('Line 2 of 2')
  })
})

it('a file is sent in pieces of half a mebibyte, and tells how far it is', async () => {
  area.answer('POST /v1/payin/return-files', () =>
    HttpResponse.json({ ...FILE, status: 'receiving' }, { status: 201 }),
  )
  for (const number of [0, 1]) area.answer(`PUT ${ONE}/pieces/${number}`, { number })
  area.answer(`POST ${ONE}/finish`, FILE)
  const shares: number[] = []
  const text = '1'.repeat(600_000)
  const { sent, again } = await sendFile(new File([text], 'CB2011.RET'), (share) => shares.push(share))
  expect([sent.status, again]).toEqual(['parsed', false])
  expect(shares).toEqual([expect.closeTo(0.87, 1), 1])
  expect(area.bodies('POST /v1/payin/return-files')).toEqual([{ name: 'CB2011.RET', size: text.length }])
})

it('a file whose bytes were here before is said to be that one', async () => {
  const known = { ...FILE, id: '0199aaaa-0000-7000-8000-000000000002', name: 'MONDAY.RET', status: 'applied' }
  area.answer('POST /v1/payin/return-files', { ...FILE, status: 'receiving' })
  area.answer(`PUT ${ONE}/pieces/0`, { number: 0 })
  area.answer(`POST ${ONE}/finish`, known)
  await drawInside(<Upload />)
  const input = find('input[type=file]')
  Object.defineProperty(input, 'files', { value: [new File(['1'], 'AGAIN.RET')] })
  await acting(() => input.dispatchEvent(new Event('change', { bubbles: true })))
  await vi.waitFor(() => expect(alert.get().state).toBe('warning'))
  expect(alert.get().message[0]).toContain('diego@retaguarda.example sent it as MONDAY.RET')
})
