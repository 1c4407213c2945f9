import { describe, expect, it, vi } from 'vitest'
import { alert, setAccount, type User } from '../../app/state'
import { drawInside, openUnder, sectionArea } from '../../app/test-area'
import { acting, find, press, shows, type } from '../../app/test-page'
import { type KycDocument, type Reason, type Request, saidOf, toldOf } from './kyc'
import { RequestRecord } from './RequestRecord'
import WriteReason from './WriteReason'

const DIEGO: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['kyc::requests:read', 'kyc::requests:write', 'rbac::companies:read'],
  internal_user: true,
  sensitive: false,
}
const ID = '0199aaaa-0000-7000-8000-0000000000c1'
const OTHER = '0199aaaa-0000-7000-8000-0000000000c2'
const REQUEST: Request = {
  id: ID,
  number: 'KR-000001',
  company_id: 2,
  reason_id: '0199aaaa-0000-7000-8000-0000000000c3',
  reason_name: 'New merchant',
  reason_version: 1,
  subject_type: 'merchant',
  name: 'Loja Aurora Comércio Ltda',
  document: '12ABC34501DE35',
  country: 'BR',
  form: {
    owners: [{ name: 'Brito Participações', document: '11444777000161', share: 7500 }],
  } as Request['form'],
  state: 'submitted',
  origin: 'merchant',
  created_at: '2026-01-01T12:00:00Z',
  submitted_at: null,
  due_on: null,
  decided_at: null,
  expires_on: null,
  public_text: null,
  company_name: 'Loja Aurora',
  documents: [],
  messages: [],
  related: [
    {
      id: OTHER,
      number: 'KR-000009',
      reason_name: 'Higher limit',
      state: 'approved',
      created_at: '2026-01-01T12:00:00Z',
      expires_on: null,
    },
  ],
  review: {
    assignee: null,
    risk: null,
    risk_comment: null,
    checks: [],
    notes: [{ at: '2026-01-02T12:00:00Z', actor: 'eva@retaguarda.example', body: 'Sócios conferem' }],
    proposals: [],
    missing: [],
    mine: false,
  },
  ownership: {
    threshold: 2500,
    untraced: 1500,
    circular: true,
    owners: [
      { name: 'Helena Brito', document: '39053344705', direct: 1000, share: 6250, because: 'share' },
      { name: 'Rui Leal', document: '15350946056', direct: 0, share: 2250, because: null },
    ],
    lines: [
      {
        depth: 1,
        name: 'Brito Participações',
        document: '11444777000161',
        administrator: false,
        company: true,
        share: 7500,
        reached: 7500,
        repeated: false,
      },
      {
        depth: 2,
        name: 'Helena Brito',
        document: '39053344705',
        administrator: true,
        company: false,
        share: 7000,
        reached: 5250,
        repeated: false,
      },
    ],
  },
  timeline: [],
}
const UNSEEN: Partial<KycDocument> = { required: true, same_bytes: false, pages: null }
const ASKED_AGAIN: Request = {
  ...REQUEST,
  state: 'awaiting_documents',
  documents: [
    { ...UNSEEN, n: 1, name: 'Registration card', state: 'pending', public_text: null },
    { ...UNSEEN, n: 2, name: 'Proof of address', state: 'revision', public_text: 'Send a recent one.' },
  ] as KycDocument[],
}
const COMPANY = {
  id: 2,
  name: 'Loja Aurora',
  legal_name: 'Loja Aurora Comércio Ltda',
  document: '12ABC34501DE35',
  status: 'active',
  segment: 'Moda',
  country: 'BR',
  products: ['payin'],
  kyc_expires_on: '2028-03-01',
  time_zone: 'America/Sao_Paulo',
  created_at: '2026-01-01T12:00:00Z',
}

const area = sectionArea(
  DIEGO,
  {
    [`GET /v1/kyc/requests/${ID}`]: REQUEST,
    [`GET /v1/kyc/requests/${OTHER}`]: {
      ...REQUEST,
      id: OTHER,
      number: 'KR-000009',
      reason_name: 'Higher limit',
    },
    'GET /v1/companies/2': COMPANY,
  },
  () => [import('./CompanyWindow'), import('./RequestWindow'), import('./acts')],
)
const open = async () => {
  await openUnder('/dashboard/compliance/kyc', `/${ID}`, { '/$id': RequestRecord })
  await shows('On file')
}

it('tells a request that was submitted from one that was withdrawn', async () => {
  const moment = (to: string, at: string) => ({
    at,
    kind: 'kyc:request:send',
    actor: 'ana@merchant.example',
    data: { number: 'KR-000001', from: 'draft', to },
  })
  area.answer(`GET /v1/kyc/requests/${ID}`, {
    ...REQUEST,
    timeline: [moment('submitted', '2026-01-01T12:00:00Z'), moment('withdrawn', '2026-01-02T12:00:00Z')],
  })
  await open()
  await shows('Submitted')
  await shows('Withdrawn')
})

it('tells a request that somebody took from one that was given to somebody else', async () => {
  const moment = (assignee: string, at: string) => ({
    at,
    kind: 'kyc:request:take',
    actor: 'diego@retaguarda.example',
    data: { number: 'KR-000001', assignee },
  })
  area.answer(`GET /v1/kyc/requests/${ID}`, {
    ...REQUEST,
    timeline: [
      moment('diego@retaguarda.example', '2026-01-01T12:00:00Z'),
      moment('eva@retaguarda.example', '2026-01-02T12:00:00Z'),
    ],
  })
  await open()
  await shows('Taken')
  await shows('Assigned')
})

it('tells a lead that was discarded from one that was taken up again', () => {
  const told = (act: string) =>
    toldOf({ at: '', kind: 'kyc:lead:end', actor: '', data: { name: 'Loja', act } as never }).kind
  expect([told('discard'), told('reopen')]).toEqual(['kyc:lead:end', 'kyc:lead:reopen'])
})

it('keeps the age and the code of a document of a reason when people call it otherwise', async () => {
  setAccount({ id: 2, name: 'Loja Aurora', unique: false })
  const reason: Reason = {
    id: REQUEST.reason_id,
    name: 'New merchant',
    version: 1,
    time_validate_months: 24,
    subject_types: ['merchant'],
    documents: [{ name: 'CNPJ card', type_field: 'cnpj_card', required_field: true, max_age_days: 90 }],
    on_expiry: 'warn',
    owner_percent: 25,
    dependent_reason_id: null,
    active: true,
    created_at: '2026-01-01T12:00:00Z',
    updated_at: '2026-01-01T12:00:00Z',
  }
  area.answer('GET /v1/kyc/reason-names', [])
  area.answer(`PUT /v1/kyc/reasons/${reason.id}`, reason)
  await drawInside(<WriteReason reason={reason} onClose={() => undefined} />)
  await shows('Issued within (days)')
  const [name, age] = [...document.querySelectorAll<HTMLInputElement>('fieldset input')]
  if (!(name && age)) throw new Error('a document has a name and an age')
  await type(name, 'Registration card')
  await type(age, '9999')
  await press(find('button', 'Save'))
  await shows('A document holds at most 3,650 days')
  await type(age, '60')
  await press(find('button', 'Save'))
  await vi.waitFor(() => expect(area.bodies(`PUT /v1/kyc/reasons/${reason.id}`)).toHaveLength(1))
  expect(area.bodies(`PUT /v1/kyc/reasons/${reason.id}`)[0]).toMatchObject({
    documents: [
      { name: 'Registration card', type_field: 'cnpj_card', required_field: true, max_age_days: 60 },
    ],
  })
})

it('says all that a request said when its form is opened again, amounts and answers too', () => {
  const form = {
    opened_on: '2019-03-12',
    purpose: '',
    expected_volume: { amount: 62_000_000, currency: 'BRL' },
    pep_declared: true,
    owners: [],
  } as unknown as Request['form']
  expect(saidOf({ name: 'Loja Aurora', form })).toEqual({
    name: 'Loja Aurora',
    'form.opened_on': '2019-03-12',
    'form.expected_volume': 62_000_000,
    'form.pep_declared': true,
  })
})

describe('a request of KYC', () => {
  it('that was rejected tells its merchant why, and is started anew with what it said', async () => {
    setAccount({ id: 2, name: 'Loja Aurora', unique: false })
    area.answer('GET /v1/kyc/reason-names', [{ id: REQUEST.reason_id, name: 'New merchant' }])
    area.answer(`GET /v1/kyc/requests/${ID}`, {
      ...REQUEST,
      state: 'rejected',
      public_text: 'We could not confirm the address.',
      form: { ...REQUEST.form, purpose: 'Receive by Pix' },
      review: undefined,
    })
    await open()
    await shows('We could not confirm the address.')
    await press(find('button', 'Start a new request'))
    await vi.waitFor(() => {
      const fields = [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input')]
      const values = fields.map(({ value }) => value)
      expect(values).toContain('Loja Aurora Comércio Ltda')
      expect(values).toContain('Receive by Pix')
    })
  })

  it('that expired leads to the one that renews it, and staff are not asked to start one', async () => {
    const over: Request = { ...REQUEST, state: 'expired', expires_on: '2026-02-01' }
    area.answer(`GET /v1/kyc/requests/${ID}`, {
      ...over,
      related: [
        {
          id: OTHER,
          number: 'KR-000009',
          reason_name: REQUEST.reason_name,
          state: 'draft',
          created_at: '2026-01-20T12:00:00Z',
          expires_on: null,
        },
      ],
    })
    await open()
    await shows('This approval expired on 1 Feb 2026.')
    expect(find('a', 'Go on in KR-000009').getAttribute('href')).toContain(OTHER)
    expect(document.body.textContent).not.toContain('Start a new request')
  })

  it('draws who owns what, and says who stands behind it and of how much nobody is known', async () => {
    await open()
    const tree = document.querySelector('ol[aria-label="Who owns what"]')
    expect([...(tree?.querySelectorAll('li') ?? [])].map((row) => row.textContent)).toEqual([
      'Loja Aurora Comércio Ltda12.ABC.345/01DE-35100%',
      'Brito Participações11.444.777/0001-6175%',
      'Helena Brito, administrator390.533.447-05 · 52.5% of the whole70%',
    ])
    expect(
      document.querySelectorAll('ol[aria-label="Who owns what"]')[0]?.previousElementSibling?.innerHTML,
    ).toContain('<circle')
    await shows('Helena BritoBeneficial owner')
    await shows('Rui LealBelow the threshold')
    await shows('15% lead to no natural person.')
  })

  it('shows its company, and another request of the document, in a window over it', async () => {
    await open()
    await press(find('button', 'Loja Aurora'))
    await vi.waitFor(() =>
      expect(document.querySelector('[role=dialog] h2')?.textContent).toBe('Loja Aurora'),
    )
    await shows('1 Mar 2028')
    expect(find('[role=dialog] nav a', 'Companies').getAttribute('href')).toContain('/list-companies')
    await press(find('[role=dialog] button', 'Close'))
    await press(find('[role=tab]', 'Other requests (1)'))
    await press(find('button', 'KR-000009 · Higher limit'))
    await shows('Open the request')
    await vi.waitFor(() => expect(find('[role=dialog] nav').textContent).toContain('KR-000009'))
  })

  it('opens for its merchant at the document that was asked for again', async () => {
    area.answer(`GET /v1/kyc/requests/${ID}`, { ...ASKED_AGAIN, review: undefined })
    await open()
    await shows('Send a recent one.')
  })

  it('opens for staff at the document to review', async () => {
    area.answer(`GET /v1/kyc/requests/${ID}`, ASKED_AGAIN)
    await open()
    await shows('Approve document')
    expect(document.body.textContent).not.toContain('Send a recent one.')
  })

  it('has what stands beside it in one card with tabs', async () => {
    await open()
    await shows('Sócios conferem')
    await press(find('[role=tab]', 'Other requests (1)'))
    await shows('KR-000009 · Higher limit')
    expect(document.body.textContent).not.toContain('Sócios conferem')
  })

  it('is withdrawn only after a full-screen alert said that this cannot be undone', async () => {
    setAccount({ id: 2, name: 'Loja Aurora', unique: false })
    await open()
    await press(find('button', 'Withdraw'))
    const { fullScreen, message, options } = alert.get()
    expect([fullScreen, message.length, options[0]?.timeToEnable]).toEqual([true, 1, 3])
    expect(message[0]).toContain('cannot be taken up again')
    expect(document.querySelector('[role=dialog]')).toBeNull()
    await acting(() => options[0]?.action())
    await vi.waitFor(() => expect(find('[role=dialog] header h2').textContent).toBe('Withdraw'))
    expect(alert.get().state).toBe('closed')
  })
})
