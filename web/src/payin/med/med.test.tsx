import { beforeEach, describe, expect, it, vi } from 'vitest'
import { alert, setAccount, type User } from '../../app/state'
import { openUnder, sectionArea } from '../../app/test-area'
import { acting, find, press, shows, type } from '../../app/test-page'
import { CasePage } from './CaseRecord'
import { CasesList } from './CasesList'
import type { CaseRecord } from './case'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['rbac::companies:read', 'payin::payment:read', 'payin::refund:write', 'payin::med:decide'],
  internal_user: true,
  sensitive: false,
}

const ID = '0199aaaa-0000-7000-8000-00000000000a'
const brl = (amount: number) => ({ amount, currency: 'BRL' as const })
const IN_TWO_DAYS = new Date(Date.now() + 2 * 86_400_000 + 5_400_000).toISOString()
const CASE: CaseRecord = {
  id: ID,
  opened_at: '2026-11-20T12:00:00Z',
  end_to_end_id: 'E60701190202611201200abcdefghijk',
  charge_id: '0199aaaa-0000-7000-8000-00000000000b',
  reason: 'fraud',
  status: 'to_answer',
  payer_name: 'Maria Exemplo',
  payer_document: '52998224725',
  payer_bank: '60701190',
  payer_bank_name: 'ITAÚ UNIBANCO S.A.',
  asked: brl(10_000),
  amount: brl(10_000),
  agreed: null,
  blocked: brl(9_901),
  returned: brl(0),
  missing: brl(99),
  due_at: IN_TWO_DAYS,
  answered_at: null,
  decision: null,
  decided_at: null,
  ended_at: null,
  company_id: 2,
  company_name: 'Loja Aurora',
  details: 'Golpe do falso vendedor',
  report_id: '0199aaaa-0000-4000-8000-00000000000c',
  request_id: null,
  paid: brl(10_000),
  paid_at: '2026-11-19T12:00:00Z',
  recover_until: '2027-02-17T12:00:00Z',
  defence: null,
  answered_by: null,
  decision_note: null,
  decided_by: null,
  told_error: null,
  may_answer: true,
  may_decide: true,
  files: [],
  refunds: [],
  entries: [],
  timeline: [{ at: '2026-11-20T12:00:01Z', kind: 'payin:med:opened', actor: 'payer_bank', data: {} }],
}
const ONE = `/v1/payin/disputes/${ID}`
const PLAN = {
  command: 'payin:med:decide',
  merchant: 2,
  changes: [{ field: 'status', before: 'to_answer', after: 'agreed' }],
  balances: [],
  hash: 'x',
  about: 'Maria Exemplo',
  facts: [{ field: 'blocked', value: brl(5_000) }],
}
const area = sectionArea(
  diego,
  {
    [`GET ${ONE}`]: CASE,
    'GET /v1/payin/disputes': [CASE],
    'GET /v1/payin/disputes/facets': { total: { count: 1, sums: {}, estimated: false }, columns: {} },
  },
  () => [import('./commands/AnswerCase'), import('./commands/acts'), import('./commands/DecideCase')],
)
const open = (path = `/${ID}`) =>
  openUnder('/dashboard/payin/med', path, { '/list': CasesList, '/$id': CasePage })
const submit = () => press(find('[role=dialog] button[type=submit]'))

describe('a payment that the payer’s bank asks back', () => {
  beforeEach(() => setAccount({ id: 'all', name: 'All merchants', unique: false }))

  it('stands in the list with its state and the time that is left', async () => {
    await open('/list')
    await shows('Maria Exemplo')
    await shows('Response due')
    await shows('2 days 1 h')
  })

  it('says until when to answer, and takes a defence once it has words', async () => {
    area.answer(`POST ${ONE}/answer`, CASE)
    await open()
    await shows('No answer counts as accepted')
    await shows('Reported, and the money set aside')
    await press(find('button', 'Write a defence'))
    await submit()
    await shows('Required')
    await type(find<HTMLTextAreaElement>('textarea', 'Defence'), 'Delivered and signed for')
    await submit()
    await vi.waitFor(() => expect(alert.get().message).toEqual(['The defence is being analysed']))
    expect(area.bodies(`POST ${ONE}/answer`)).toEqual([{ defence: 'Delivered and signed for' }])
  })

  it('takes its proof inside the form of the defence, and removing a file there sends no defence', async () => {
    const file = {
      id: 'f1',
      name: 'rastreio.pdf',
      size: 19,
      uploaded_at: CASE.opened_at,
      uploaded_by: diego.email,
    }
    area.answer(`POST ${ONE}/files`, file)
    area.answer(`DELETE ${ONE}/files/f1`, CASE)
    await open()
    await shows('No answer counts as accepted')
    await press(find('button', 'Write a defence'))
    await shows('as soon as it is attached')
    await type(find<HTMLTextAreaElement>('textarea', 'Defence'), 'Delivered')
    area.answer(`GET ${ONE}`, { ...CASE, files: [file] })
    const input = find<HTMLInputElement>('[role=dialog] input[type=file]')
    Object.defineProperty(input, 'files', { value: [new File(['1'], 'rastreio.pdf')], configurable: true })
    await acting(() => input.dispatchEvent(new Event('change', { bubbles: true })))
    await vi.waitFor(() => expect(find('[role=dialog] li').textContent).toContain('rastreio.pdf'))
    expect(find<HTMLTextAreaElement>('textarea', 'Defence').value).toBe('Delivered')

    await press(find('[role=dialog] button[aria-label="Remove rastreio.pdf"]'))
    await shows('leaves the case')
    const windows = () => [...document.querySelectorAll('[role=dialog]')]
    area.answer(`GET ${ONE}`, CASE)
    await press(windows().at(-1)?.querySelector('button[type=submit]') as HTMLElement)
    await vi.waitFor(() => expect(windows()).toHaveLength(1))
    await vi.waitFor(() => expect(windows()[0]?.querySelector('li')).toBeNull())
    expect(area.bodies(`POST ${ONE}/answer`)).toEqual([])
  })

  it('has files that are removed by their names, and the keyboard stays with those that are left', async () => {
    const file = {
      id: 'f1',
      name: 'entrega ação.pdf',
      size: 19,
      uploaded_at: CASE.opened_at,
      uploaded_by: diego.email,
    }
    const other = { ...file, id: 'f2', name: 'nota.pdf' }
    area.answer(`GET ${ONE}`, { ...CASE, files: [file, other] })
    area.answer(`DELETE ${ONE}/files/f1`, CASE)
    await open()
    await shows('19 B')
    await press(find('button[aria-label="Remove entrega ação.pdf"]'))
    area.answer(`GET ${ONE}`, { ...CASE, files: [other] })
    await submit()
    await vi.waitFor(() => expect(document.body.textContent).not.toContain('entrega ação.pdf'))
    await vi.waitFor(() => expect(document.activeElement?.textContent).toContain('nota.pdf'))
    expect(document.activeElement).not.toBe(document.body)
  })

  it('is decided by staff, for a part of the money, with what would happen in sight', async () => {
    area.answer(`POST ${ONE}/decide/plan`, PLAN)
    area.answer(`POST ${ONE}/decide`, CASE)
    await open()
    await shows('Golpe do falso vendedor')
    await press(find('button', 'Decide'))
    await submit()
    await shows('Required')
    await press(find('label', 'Agree: the money goes back').querySelector('input') as HTMLInputElement)
    await type(find<HTMLInputElement>('input', 'Amount to return'), '50,00')
    await type(find<HTMLTextAreaElement>('textarea', "Why, for the payer's bank"), 'Half of it')
    await submit()
    await shows('What will happen')
    await submit()
    await vi.waitFor(() => expect(alert.get().message).toEqual(['The case is decided']))
    expect(area.bodies(`POST ${ONE}/decide`)).toEqual([
      { decision: 'agreed', note: 'Half of it', amount: brl(5_000) },
    ])
  })
})
