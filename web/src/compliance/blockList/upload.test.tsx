import { expect, it, vi } from 'vitest'
import type { User } from '../../app/state'
import { openUnder, sectionArea } from '../../app/test-area'
import { find, press, realTexts, shows } from '../../app/test-page'
import type { Upload } from './block'
import { UploadPage } from './UploadRecord'

const DIEGO: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['compliance::blackList:read'],
  internal_user: true,
  sensitive: false,
}
const ID = '0199aaaa-0000-7000-8000-0000000000e1'
const UPLOAD: Partial<Upload> = {
  id: ID,
  name: 'relatos.csv',
  lane: 'fraud',
  effect: 'alert',
  status: 'done',
  reason: 'Relatos do mês',
  rows: 1,
  accepted: 0,
  existing: 0,
  refused: 1,
  refused_rows: [{ line: 2, value: '=1+1', problem: 'kind' }],
  added_by: DIEGO.email,
  added_at: '2026-01-01T12:00:00Z',
  sha256: '0'.repeat(64),
}
sectionArea(DIEGO, { [`GET /v1/compliance/block-uploads/${ID}`]: UPLOAD })

it.each([
  ['en', 'Download refused rows', 'relatos-refused.csv', '"Line";"Value";"Problem"'],
  ['pt', 'Baixar linhas recusadas', 'relatos-recusadas.csv', '"Linha";"Valor";"Problema"'],
] as const)(
  'names the file of refused rows and its columns in the language of who takes it: %s',
  async (language, button, name, headings) => {
    let content: Blob | undefined
    const saved: string[] = []
    URL.createObjectURL = vi.fn((made: Blob) => {
      content = made
      return 'blob:file'
    })
    URL.revokeObjectURL = vi.fn()
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    await realTexts(language)
    await openUnder('/dashboard/compliance/block-list/uploads', `/${ID}`, { '/$id': UploadPage })
    await shows('relatos.csv')
    await press(find('button', button))
    expect(saved).toEqual([name])
    const [first, second] = (await content?.text())?.replace('\uFEFF', '').split('\r\n') ?? []
    expect(first).toBe(headings)
    expect(second).toMatch(/^2;"'=1\+1";"/)
  },
)
