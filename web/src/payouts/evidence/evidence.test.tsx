import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setAccount, setUser, type User } from '../../app/state'
import { openUnder, sectionArea } from '../../app/test-area'
import { find, press, shows, type } from '../../app/test-page'
import { EvidencePanel, EvidenceTimeline, MarkButton } from './EvidencePanel'
import type { Evidence, EvidenceRecord } from './evidence'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['payout::payment:read', 'payout::exception:decide', 'auth::twoFactor'],
  internal_user: true,
  sensitive: false,
}
const ID = '0199aaaa-0000-7000-8000-000000000061'
const LINE = '0199aaaa-0000-7000-8000-000000000062'
const EVIDENCE = '0199aaaa-0000-7000-8000-000000000063'
const PATH = `/v1/payouts/payments/${ID}/evidence`

const PROPOSED: Evidence = {
  id: EVIDENCE,
  company_id: 2,
  payout_id: ID,
  order_id: '0199aaaa-0000-7000-8000-000000000064',
  says: 'paid',
  source: 'statement_line',
  amount: { amount: 38_501, currency: 'BRL' },
  occurred_on: '2026-11-28',
  line_id: LINE,
  line_text: 'PIX ENVIADO RG000000000012',
  file_id: null,
  sha256: null,
  reason: 'Está no extrato',
  status: 'proposed',
  proposed_at: '2026-11-28T12:00:00Z',
  proposed_by: 'eva@retaguarda.example',
  decided_at: null,
  decided_by: null,
  refusal: null,
}
const UNCERTAIN: EvidenceRecord = {
  payout_id: ID,
  company_id: 2,
  stop: null,
  lines: [
    {
      id: LINE,
      booked_on: '2026-11-28',
      amount: { amount: -38_501, currency: 'BRL' },
      texts: 'PIX ENVIADO RG000000000012',
      says: 'paid',
      named: true,
    },
  ],
  files: [],
  evidence: [],
  may_approve: false,
  timeline: [],
}
const WAITING: EvidenceRecord = {
  ...UNCERTAIN,
  evidence: [PROPOSED],
  may_approve: true,
  timeline: [
    {
      at: '2026-11-28T12:00:00Z',
      kind: 'payouts:evidence:propose',
      actor: 'eva@retaguarda.example',
      data: {},
    },
  ],
}
const plan = (command: string) => ({
  command,
  merchant: 2,
  changes: [{ field: 'payout', before: 'in_bank_processing', after: 'done' }],
  balances: [],
  hash: 'h',
  about: '',
  facts: [{ field: 'captured', value: { amount: 38_651, currency: 'BRL' } }],
})

const area = sectionArea(
  diego,
  {
    [`GET ${PATH}`]: UNCERTAIN,
    'POST /auth/second-step': { methods: ['totp'], challenge: null },
  },
  () => [
    import('./commands/MarkByEvidence'),
    import('./commands/ApproveEvidence'),
    import('./commands/acts'),
  ],
)
beforeEach(() => setAccount({ id: 2, name: 'Loja Aurora', unique: false }))

function Page() {
  return (
    <>
      <MarkButton id={ID} />
      <EvidencePanel id={ID} />
      <EvidenceTimeline id={ID} />
    </>
  )
}
const open = () => openUnder('/dashboard/payouts/payments', '/', { '/': Page })
const code = async () => type(find<HTMLInputElement>('[role=dialog] input[name=digits]'), '123456')
const submit = async () => press(find('[role=dialog] button[type=submit]'))

describe('evidence of a payment', () => {
  it('is proposed with a line that fits, a reason and a code, once its plan was seen', async () => {
    const path = `POST ${PATH}`
    area.answer(`${path}/plan`, plan('payouts:evidence:propose'))
    area.answer(path, PROPOSED)
    await open()
    await press(await vi.waitFor(() => find('button', 'Mark by evidence')))
    await shows('No money moves until a second person approves it.')
    await press(find('[role=dialog] [role=combobox]'))
    await press(await vi.waitFor(() => find('[role=option]')))
    await type(find<HTMLTextAreaElement>('[role=dialog] textarea'), 'Está no extrato')
    await code()
    await submit()
    await shows('Leaves the balance')
    await press(await vi.waitFor(() => find('[role=dialog] button[type=submit]', 'Propose')))
    await vi.waitFor(() =>
      expect(area.bodies(path)).toEqual([
        {
          says: 'paid',
          line: LINE,
          file: null,
          occurred_on: null,
          reason: 'Está no extrato',
          digits: '123456',
          assertion: null,
        },
      ]),
    )
  })

  it('is approved by a second person who sees what it posts, with a code', async () => {
    const path = `POST /v1/payouts/evidence/${EVIDENCE}/approve`
    area.answer(`GET ${PATH}`, WAITING)
    area.answer(`${path}/plan`, plan('payouts:evidence:approve'))
    area.answer(path, { ...PROPOSED, status: 'approved' })
    await open()
    await Promise.all(
      ['The bank paid', 'PIX ENVIADO RG000000000012', 'Está no extrato', 'Evidence proposed'].map((word) =>
        shows(word),
      ),
    )
    await press(find('button', 'Approve'))
    await shows('Leaves the balance')
    await code()
    await submit()
    await vi.waitFor(() => expect(area.bodies(path)).toEqual([{ digits: '123456', assertion: null }]))
  })

  it('tells who proposed it that somebody else approves it', async () => {
    area.answer(`GET ${PATH}`, { ...WAITING, may_approve: false })
    await open()
    await shows('You proposed this: somebody else approves it')
    expect(find<HTMLButtonElement>('button', 'Approve').disabled).toBe(true)
    expect(find<HTMLButtonElement>('button', 'Refuse').disabled).toBe(false)
  })

  it('is nothing that a merchant asks for, whatever its people may', async () => {
    setUser({ ...diego, internal_user: false })
    await open()
    await new Promise((done) => setTimeout(done))
    expect(area.sent.filter(({ call }) => call.includes('evidence'))).toEqual([])
  })
})
