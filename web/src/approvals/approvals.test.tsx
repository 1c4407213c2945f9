import { describe, expect, it, vi } from 'vitest'
import { alert } from '../app/state'
import { HttpResponse } from '../app/test-kit'
import { choose, find, press, shows, type } from '../app/test-page'
import { ApprovalsList } from './ApprovalsList'
import EditPolicy from './policies/EditPolicy'
import { ApprovalRecord } from './record/ApprovalRecord'
import { approvalsArea, openAt, REQUEST } from './test-approvals'

const area = approvalsArea()
const RECORD = `GET /v1/approvals/${REQUEST.id}`
const APPROVE = `POST /v1/approvals/${REQUEST.id}/approve`
const open = () => openAt(`/${REQUEST.id}`, { '/$id': ApprovalRecord })
const decided = { id: REQUEST.id, status: 'awaiting', stale: false, error: null }
const told = () => vi.waitFor(() => expect(alert.get().message.join()).not.toBe(''))
/** The button that opens a dialog, and the one in it, carry the same word. */
const place = (name: string) => ({
  id: `0199aaaa-0000-7000-8000-0000000000${name}${name}`,
  nickname: `Account ${name}`,
  bank_name: 'Banco Exemplo',
  pix_key: null,
})
const submit = () => press(find('[role=dialog] button[type=submit]'))

describe('a request', () => {
  it('shows what would happen, what was asked for, and what it needs', async () => {
    area.answer(RECORD, REQUEST)
    await open()
    await shows('Refund · R$40.00')
    await Promise.all(
      [
        'Available now',
        'R$99.01',
        'R$59.01',
        'Item em falta',
        'ana@merchant.example',
        'Large refunds',
        '2 approvals',
        'Total today incl. this request',
        'R$9,000.00',
        'Nobody has decided yet.',
      ].map(shows),
    )
  })

  it('is approved with the second factor', async () => {
    area.answer(RECORD, REQUEST)
    area.answer(APPROVE, { ...decided, missing: 1 })
    await open()
    await shows('2 people still have to approve.')
    await press(find('button', 'Approve'))
    await shows('6-digit code')
    await type(find<HTMLInputElement>('input[name=digits]'), '123 456')
    await submit()
    await told()
    expect(area.bodies(APPROVE)).toEqual([
      { digits: '123456', assertion: null, comment: null, round: 1, total: null },
    ])
    expect(alert.get().message).toEqual(['Approved. One more person has to approve.'])
  })

  it('of a batch leads to its exceptions, before and after the server misses them', async () => {
    const batch = '0199aaaa-0000-7000-8000-0000000000b1'
    area.answer(RECORD, { ...REQUEST, command: 'payouts:payout_batch:submit', subject: batch })
    area.answer(APPROVE, () =>
      HttpResponse.json({ status: false, statusCode: 409, message: 'exceptions_unseen' }, { status: 409 }),
    )
    await open()
    await shows('Large refunds')
    await press(find('button', 'Approve'))
    await shows('6-digit code')
    const ways = () =>
      [...document.querySelectorAll('[role=dialog] a')].map((link) => link.getAttribute('href'))
    expect(ways()).toEqual([`/dashboard/payouts/payments/batches/${batch}`])
    await type(find<HTMLInputElement>('input[name=digits]'), '123 456')
    await submit()
    await shows('Open every group of exceptions of this batch first')
    expect(ways()).toEqual([
      `/dashboard/payouts/payments/batches/${batch}`,
      `/dashboard/payouts/payments/batches/${batch}`,
    ])
  })

  it('is not approved without a whole code', async () => {
    area.answer(RECORD, REQUEST)
    await open()
    await shows('Large refunds')
    await press(find('button', 'Approve'))
    await shows('6-digit code')
    await submit()
    await shows('The code has 6 digits')
    expect(area.bodies(APPROVE)).toEqual([])
  })

  it('whose effect is another by now says that nothing was done', async () => {
    area.answer(RECORD, REQUEST)
    area.answer(APPROVE, { ...decided, stale: true })
    await open()
    await shows('Large refunds')
    await press(find('button', 'Approve'))
    await shows('6-digit code')
    await type(find<HTMLInputElement>('input[name=digits]'), '123456')
    await submit()
    await told()
    expect(alert.get().state).toBe('warning')
  })

  it('is rejected with a reason only', async () => {
    const REJECT = `POST /v1/approvals/${REQUEST.id}/reject`
    area.answer(RECORD, REQUEST)
    area.answer(REJECT, { ...decided, status: 'rejected' })
    await open()
    await shows('Large refunds')
    await press(find('button', 'Reject'))
    await shows('It ends here')
    await submit()
    await shows('Required')
    await type(find<HTMLInputElement>('[role=dialog] input'), 'wrong customer')
    await submit()
    await told()
    expect(area.bodies(REJECT)).toEqual([{ reason: 'wrong customer' }])
  })

  it('offers its maker to take it back, and nothing else', async () => {
    area.answer(RECORD, { ...REQUEST, may_decide: false, may_cancel: true })
    await open()
    await shows('Large refunds')
    const buttons = [...document.querySelectorAll('header button')].map(({ textContent }) => textContent)
    expect(buttons).toEqual(['Take back'])
  })

  it('is changed by its maker where it can be typed, and the rest stays', async () => {
    const EDIT = `PUT /v1/approvals/${REQUEST.id}/input`
    const input = { ...REQUEST.input, end_to_end_id: null }
    area.answer(RECORD, { ...REQUEST, input, may_decide: false, may_cancel: true, may_edit: true })
    area.answer(EDIT, decided)
    await open()
    await shows('Large refunds')
    await press(find('button', 'Edit'))
    await shows('every approval so far is void')
    await type(find<HTMLInputElement>('[role=dialog] input[inputmode]'), '55,00')
    await submit()
    await told()
    expect(area.bodies(EDIT)).toEqual([{ input: { ...input, amount: { amount: 5500, currency: 'BRL' } } }])
  })

  it('masks documents for everybody and lets its maker edit what was typed', async () => {
    const EDIT = `PUT /v1/approvals/${REQUEST.id}/input`
    const whole = { ...REQUEST.input, end_to_end_id: null, holder_document: '529.982.247-25' }
    area.answer(RECORD, {
      ...REQUEST,
      input: { ...whole, holder_document: '***.982.247-**' },
      whole_input: whole,
      may_decide: false,
      may_edit: true,
    })
    area.answer(EDIT, decided)
    await open()
    await shows('***.982.247-**')
    expect(document.body.textContent).not.toContain('529.982.247-25')
    await press(find('button', 'Edit'))
    await shows('every approval so far is void')
    await type(find<HTMLInputElement>('[role=dialog] input[inputmode]'), '55,00')
    await submit()
    await told()
    expect(area.bodies(EDIT)).toEqual([{ input: { ...whole, amount: { amount: 5500, currency: 'BRL' } } }])
  })

  it('shows each edit as it was and as it is, in names', async () => {
    const changed = [{ field: 'bank_account', before: 'Main account', after: 'Reserve' }]
    const typed = [{ field: 'reason', before: null, after: 'Half of it' }]
    const edits = [{ at: '2026-11-20T13:00:00Z', round: 2, facts: changed, changes: typed }]
    area.answer(RECORD, { ...REQUEST, round: 2, edits })
    await open()
    await shows('What was changed')
    await Promise.all(['To the account', 'Main account', 'Reserve', 'Half of it'].map(shows))
  })

  it('lets its maker choose another verified account', async () => {
    const EDIT = `PUT /v1/approvals/${REQUEST.id}/input`
    const [main, other] = [place('a'), place('b')]
    const input = {
      amount: { amount: 4000, currency: 'BRL' },
      bank_account: main.id,
      description: null,
      scheduled_for: null,
    }
    area.answer(RECORD, {
      ...REQUEST,
      command: 'account:withdrawal:create',
      input,
      may_decide: false,
      may_edit: true,
    })
    area.answer('GET /v1/account/bank-accounts', [main, other])
    area.answer(EDIT, decided)
    await open()
    await shows('Large refunds')
    await press(find('button', 'Edit'))
    await shows('Account a · Banco Exemplo')
    await press(find('[role=dialog] [role=combobox]'))
    await choose('Account b · Banco Exemplo')
    await submit()
    await told()
    expect(area.bodies(EDIT)).toEqual([{ input: { ...input, bank_account: other.id } }])
  })

  it('is handed to somebody else who may decide', async () => {
    const DELEGATE = `POST /v1/approvals/${REQUEST.id}/delegate`
    area.answer(RECORD, REQUEST)
    area.answer(`GET /v1/approvals/${REQUEST.id}/delegates`, [
      { id: 'u-diego', name: 'Diego Ramos', email: 'diego@retaguarda.example' },
    ])
    area.answer(DELEGATE, decided)
    await open()
    await shows('Large refunds')
    await press(find('button', 'Delegate'))
    await shows('They are notified, and may delegate it back')
    await press(find('[role=dialog] [role=combobox]'))
    await choose('Diego Ramos · diego@retaguarda.example')
    await submit()
    await told()
    expect(area.bodies(DELEGATE)).toEqual([{ person: 'u-diego', note: null }])
  })

  it('tells in names what an id stands for', async () => {
    const facts = [
      { field: 'bank_account', value: 'Conta principal' },
      { field: 'account_type', value: 'CACC' },
      { field: 'scheduled_for', value: '2026-12-01' },
      { field: 'description', value: null },
    ]
    const input = { bank_account: '0199aaaa-0000-7000-8000-0000000000ba', description: 'rent' } as never
    area.answer(RECORD, { ...REQUEST, input, plan: { ...REQUEST.plan, about: 'Conta principal', facts } })
    await open()
    await Promise.all(['To the account', 'Conta principal', 'Current', '1 Dec 2026'].map(shows))
    expect(document.body.textContent).not.toContain('0000000000ba')
  })

  it('says which approvals are void once it was asked again', async () => {
    const decision = {
      round: 1,
      actor: 'diego@retaguarda.example',
      kind: 'approve',
      reason: null,
      factor: 'totp',
      at: '2026-11-20T13:00:00Z',
    }
    area.answer(RECORD, { ...REQUEST, round: 2, decisions: [decision] })
    await open()
    await shows('The effect changed after it was approved')
    await shows('of a plan before: void')
  })
})

describe('the inbox', () => {
  const sides = () =>
    [...document.querySelectorAll('nav[aria-label="Double approval"] [aria-current=page]')].map(
      ({ textContent }) => textContent,
    )

  it('names what was asked for by whom, and leads to what a person decides', async () => {
    const row = { ...REQUEST, mine: false, mine_to_decide: true }
    area.answer('GET /v1/approvals', [row])
    const router = await openAt('?per_page=10&page=1', { '': ApprovalsList })
    await shows('ana@merchant.example')
    await shows('Refund')
    expect(sides()).toEqual(['All'])
    await press(find('nav a', 'To decide'))
    expect(router.state.location.search).toEqual({ mine_to_decide: 'true' })
    await vi.waitFor(() => expect(sides()).toEqual(['To decide']))
  })

  it('approves what is ticked with one code, and after a lost answer asks the same once more', async () => {
    const MANY = 'POST /v1/approvals/approve'
    area.answer('GET /v1/approvals', [{ ...REQUEST, mine: false, mine_to_decide: true }])
    area.answer(MANY, HttpResponse.error())
    await openAt('', { '': ApprovalsList })
    await shows('ana@merchant.example')
    await press(find('tbody input[type=checkbox]'))
    await press(find('button', 'Approve'))
    await shows('6-digit code')
    await type(find<HTMLInputElement>('input[name=digits]'), '123456')
    await submit()
    await vi.waitFor(() => expect(area.bodies(MANY)).toHaveLength(1))
    area.answer(MANY, { decided: [decided], refused: [] })
    await vi.waitFor(() => find('[role=dialog] button[type=submit]:enabled'))
    await submit()
    await told()
    const sent = area.sent.filter(({ call }) => call === MANY)
    expect(sent[1]).toEqual(sent[0])
    expect(sent[0]?.body).toEqual({ ids: [REQUEST.id], digits: '123456', assertion: null, comment: null })
  })
})

describe('a policy', () => {
  const OPTIONS = { commands: ['payin:refund:create'], names: ['amount', 'hour'] }
  const policy = {
    id: 'p1',
    name: 'Large refunds',
    command: 'payin:refund:create',
    condition: 'amount > 100000',
    permission: 'approvals::requests:decide',
    needed: 1,
    distinct_teams: false,
    expires_days: 7,
    emergency: null,
    active: true,
    company_name: 'Retaguarda',
  }

  it('says in one sentence what it asks for, and is sent as the server reads it', async () => {
    area.answer('GET /v1/approval-policies/options', OPTIONS)
    area.answer('PUT /v1/approval-policies/p1', { ...policy, alone: false })
    await openAt('/policies', {
      '/policies': () => (
        <EditPolicy policy={{ ...policy, condition: 'today > 100000' } as never} onClose={() => undefined} />
      ),
    })
    await shows('Refund when the day comes to more than R$1,000.00: 1 other person approves.')
    await press(find('label', 'Approvers are of different teams: they share no role'))
    await shows('They share no role.')
    await submit()
    await told()
    expect(area.bodies('PUT /v1/approval-policies/p1')).toEqual([
      {
        name: 'Large refunds',
        command: 'payin:refund:create',
        condition: 'today > 100000',
        permission: 'approvals::requests:decide',
        needed: 1,
        distinct_teams: true,
        expires_days: 7,
        emergency: null,
        active: true,
      },
    ])
  })

  it('is tried on last month before it is saved, and tells who would have been asked', async () => {
    const SIMULATE = 'POST /v1/approval-policies/simulate'
    const sum = { amount: 1_100_000, currency: 'BRL' }
    area.answer('GET /v1/approval-policies/options', OPTIONS)
    area.answer(SIMULATE, {
      looked_at: 15,
      needing: 2,
      unknown: 1,
      cut: false,
      amount: sum,
      makers: [{ maker: 'ana@merchant.example', count: 2, amount: sum }],
      groups: [
        {
          company_id: 2,
          company_name: 'Loja Aurora',
          people: ['gil@merchant.example'],
          others: 2,
          enough: false,
          count: 2,
          amount: sum,
        },
      ],
      examples: [],
    })
    await openAt('/policies', {
      '/policies': () => <EditPolicy policy={policy as never} onClose={() => undefined} />,
    })
    await press(find('button', 'Test on last month'))
    await Promise.all(
      [
        '2 of 15 in the last 30 days would have needed approval.',
        'Together: R$11,000.00.',
        'One cannot be replayed',
        'Loja Aurora: gil@merchant.example, 2 of the provider',
        'too few',
      ].map(shows),
    )
    const [asked] = area.bodies(SIMULATE) as { condition: string; since: string; until: string }[]
    expect(asked?.condition).toBe('amount > 100000')
    expect(Date.parse(asked?.until ?? '') - Date.parse(asked?.since ?? '')).toBe(30 * 86_400_000)
  })
})
