import { describe, expect, it, vi } from 'vitest'
import type { User } from '../../app/state'
import { openUnder, sectionArea } from '../../app/test-area'
import { acting, closeDialog, find, press, shows, type } from '../../app/test-page'
import type { Communication, FileRow } from '../pld'
import { FilesList } from './CoafLists'
import { CommunicationPage } from './CommunicationPage'

const DIEGO: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: [
    'compliance::cases:read',
    'compliance::cases:write',
    'compliance::coaf:read',
    'compliance::coaf:send',
  ],
  internal_user: true,
  sensitive: false,
}
const ID = '0199aaaa-0000-7000-8000-0000000000e1'
const CASE = '0199aaaa-0000-7000-8000-0000000000e2'
const BASE = '/dashboard/compliance/pld-alert-management'
const real = (amount: number) => ({ amount, currency: 'BRL' })
const RECORD: Communication = {
  communication: {
    id: ID,
    number: 7,
    case_id: CASE,
    status: 'draft',
    intent: 'send',
    codes: ['1045'],
    first_on: '2026-10-01',
    last_on: '2026-11-01',
    detail: 'Sete pagadores em trinta dias.',
    people: [
      {
        document: '12345678000195',
        name: 'Loja Aurora',
        role: '1',
        pep: false,
        obliged: false,
        public_servant: '0',
      },
    ],
    credit: real(1_234_500),
    debit: real(0),
    due_on: '2026-11-20',
    written_by: DIEGO.email,
    approved_by: null,
    coaf_number: null,
    authentication: null,
    refusal_code: null,
    refusal: null,
    reason: null,
    unconfirmed_by: null,
    file_id: null,
  },
  protocol: '202611200000017',
  subject: 'Loja Aurora',
  problems: [{ field: 'people[2].role', code: 'unknown', place: null }],
  uncertain: [],
  preview: '',
  may_approve: false,
  days_left: -3,
  file_number: 4,
  layout: '1.8',
  timeline: [],
}
const FILE: Partial<FileRow> = {
  id: ID,
  number: 4,
  batch_id: 'SISCOAF20112026120000',
  kind: 'send',
  status: 'sent',
}

const area = sectionArea(
  DIEGO,
  {
    'GET /v1/pld-engine/features': { features: [], typologies: [], feature_hash: '00' },
    'GET /v1/pld-engine/coaf-files': [FILE],
    'GET /v1/pld-engine/coaf-files/facets': { fields: {}, total: { count: 1 }, sums: [] },
  },
  () => [import('./EditCommunication'), import('./ImportReceipt')],
)
const open = (path: string) =>
  openUnder(BASE, path, { '/coaf/files': FilesList, '/coaf/$id': CommunicationPage })
const written = () => area.bodies('POST /v1/pld-engine/communications')[0] as Record<string, unknown>

const pressed = (name: string) => vi.waitFor(() => press(find('[role=dialog] button', name)))

describe('a communication to COAF', () => {
  it('says so where nobody can read it any more, and offers nothing to do with it', async () => {
    area.answer(`GET /v1/pld-engine/communications/${ID}`, {
      ...RECORD,
      communication: { ...RECORD.communication, status: 'receipted', detail: '', people: [] },
      problems: [],
      days_left: null,
    })
    await open(`/coaf/${ID}`)
    await shows('What it says can no longer be read')
    await shows('COAF number')
    expect(document.body.textContent).not.toContain('No error against layout')
    expect([...document.querySelectorAll('button')].map((each) => each.textContent)).not.toContain('Rectify')
  })

  it('is edited as it stands, with whoever else is involved', async () => {
    area.answer(`GET /v1/pld-engine/communications/${ID}`, RECORD)
    area.answer('POST /v1/pld-engine/communications', RECORD.communication)
    await open(`/coaf/${ID}`)
    await shows('The communication was due')
    await press(find('button', 'Edit'))
    await vi.waitFor(() => find('[role=dialog] textarea'))
    expect(find<HTMLTextAreaElement>('[role=dialog] textarea').value).toBe(RECORD.communication.detail)
    await pressed('Add person')
    const [name, document_] = document.querySelectorAll<HTMLInputElement>(
      '[role=dialog] fieldset fieldset:nth-of-type(2) input[type=text]',
    )
    if (!name || !document_) throw new Error('no second person')
    await type(name, 'José Exemplo')
    // Half a person is no person.
    await pressed('Save')
    await shows('Each person has a name and a CPF or CNPJ')
    expect(written()).toBeUndefined()
    await type(document_, '529.982.247-25')
    await pressed('Save')
    await vi.waitFor(() =>
      expect(written()).toMatchObject({
        case: CASE,
        detail: RECORD.communication.detail,
        codes: ['1045'],
        credit: real(1_234_500),
        debit: real(0),
        people: [
          { name: 'Loja Aurora', role: '1' },
          { name: 'José Exemplo', document: '529.982.247-25', role: '8' },
        ],
      }),
    )
    await closeDialog()
  })

  it('says that it is overdue, and of whom its errors speak', async () => {
    area.answer(`GET /v1/pld-engine/communications/${ID}`, RECORD)
    await open(`/coaf/${ID}`)
    await shows('The communication was due 3 days ago.')
    await shows('Person 2 · Role')
    expect(document.body.textContent).not.toContain('days left')
    expect(document.body.textContent).not.toContain('people[2]')
  })
})

describe('a file to COAF that was sent', () => {
  it('takes the answer as the file that was downloaded, byte by byte', async () => {
    const call = `POST /v1/pld-engine/coaf-files/${ID}/answer`
    area.answer(call, { id: ID })
    await open('/coaf/files')
    await shows('SISCOAF20112026120000')
    await press(find('button', 'Import receipt'))
    const input = await vi.waitFor(() => find<HTMLInputElement>('[role=dialog] input[type=file]'))
    // "ã" of ISO-8859-1, which is no UTF-8.
    const bytes = Uint8Array.from('<R>ã</R>', (each) => each.charCodeAt(0))
    Object.defineProperty(input, 'files', { value: [new File([bytes], 'recibo.xml')] })
    await acting(() => input.dispatchEvent(new Event('change', { bubbles: true })))
    await pressed('Import receipt')
    await vi.waitFor(() => expect(area.bodies(call)).toEqual([{ xml: '<R>ã</R>' }]))
    await closeDialog()
  })
})
