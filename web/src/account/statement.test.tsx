import { describe, expect, it, vi } from 'vitest'
import { texts } from '../app/i18n'
import { setAccount, type User } from '../app/state'
import { openUnder, sectionArea } from '../app/test-area'
import { find, press, shows, type } from '../app/test-page'
import { BalancesHeader } from './header/BalancesHeader'
import { passedMoment } from './header/moment'
import { AsKnown } from './history/AsKnown'
import { kindWord, originPath, signed } from './history/entry'
import { TransactionRecord } from './history/TransactionRecord'
import { NoteRecord } from './notes/NoteRecord'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: [
    'rbac::companies:read',
    'statement::client:read',
    'account::notes:write',
    'account::notes:approve',
    'statement::annotation:write',
    'statement::transaction:fix',
  ],
  internal_user: true,
  sensitive: false,
}

const BASE = '/dashboard/account'
const ID = '0199aaaa-0000-7000-8000-000000000001'
const OTHER = '0199aaaa-0000-7000-8000-000000000002'
const brl = (amount: number) => ({ amount, currency: 'BRL' as const })

const area = sectionArea(diego, {}, () => [
  import('./notes/acts'),
  import('./history/commands/Annotate'),
  import('./history/commands/acts'),
])

const balances = (available: number, past: boolean) => ({
  at: '2026-11-20T12:00:00Z',
  past,
  available: brl(available),
  on_hold: brl(1_500),
  in_review: brl(0),
  blocked: past ? null : brl(0),
  scheduled: past ? null : brl(700),
  restrictions: [],
  sub_accounts: [{ id: 9, code: 'sub.1', alias: 'Impostos', available: brl(4_321), on_hold: brl(0) }],
})

describe('the balances', () => {
  it('are of now, and of another moment by the clock of the merchant when one is asked for', async () => {
    area.answer('GET /v1/account/balances', balances(8_401, false))
    await openUnder(BASE, '/transactions-history/list', { '/transactions-history/list': BalancesHeader })
    await shows('R$84.01')
    await shows('R$7.00')
    await shows('Impostos')
    await shows('R$43.21')
    area.answer('GET /v1/account/balances', balances(100, true))
    await press(find('button', 'As of another date'))
    await shows('Balances as of another date')
    await vi.waitFor(() => find('[role=dialog] input', 'Time'))
    await type(find<HTMLInputElement>('[role=dialog] input', 'Day'), '20/11/2026')
    const clock = find<HTMLInputElement>('[role=dialog] input', 'Time')
    await type(clock, '9930')
    await press(find('[role=dialog] button[type=submit]'))
    await shows('Enter a time, 00:00 to 23:59')
    await type(clock, '0930')
    expect(clock.value).toBe('09:30')
    await press(find('[role=dialog] button[type=submit]'))
    await shows('R$1.00')
    await shows('America/Sao_Paulo')
    expect(area.sent.at(-1)?.query.get('at')).toBe('2026-11-20T12:30:00.000Z')
  })

  it('of a moment to come are not asked for', () => {
    expect(Date.parse(passedMoment('2999-01-01', '10:00', 'America/Sao_Paulo'))).toBeLessThanOrEqual(
      Date.now(),
    )
    expect(passedMoment('2020-01-02', '23:59', 'America/Sao_Paulo')).toBe('2020-01-03T02:59:00.000Z')
  })
})

it('a day says why it is known otherwise now', async () => {
  const day = { opening: brl(0), credits: brl(0), debits: brl(0), entries: 0, closing: brl(0) }
  const late = {
    transaction_id: ID,
    kind: 'payin.payment',
    effective_at: '2026-11-18T12:00:00Z',
    recorded_at: '2026-11-20T12:00:00Z',
    movement: brl(900),
  }
  area.answer('GET /v1/account/statement/compare', {
    account: 'available',
    day: '2026-11-18',
    time_zone: 'America/Sao_Paulo',
    known_at: '2026-11-19T02:59:00Z',
    known: day,
    now: { ...day, credits: brl(900), entries: 1, closing: brl(900) },
    entries: [{ ...late, known_then: false }],
    differences: [{ ...late, reason: 'recorded_later', place: 'day' }],
    more: false,
  })
  await openUnder(BASE, '/transactions-history/as-known', { '/transactions-history/as-known': AsKnown })
  await Promise.all(['As known now', 'Recorded later', '+9.00', 'R$9.00'].map(shows))
})

it('a transaction shows both sides, and the provider has no balance there', async () => {
  const leg = {
    direction: 'debit',
    amount: brl(4_000),
    balance_before: brl(9_901),
    balance_after: brl(5_901),
    version: 2,
  }
  area.answer(`GET /v1/account/transactions/${ID}`, {
    id: ID,
    company_id: 2,
    kind: 'payin.refund',
    origin: 'refund',
    origin_id: OTHER,
    external_id: null,
    counterparty: 'Maria Exemplo',
    description: null,
    effective_at: '2026-11-20T12:00:00Z',
    recorded_at: '2026-11-20T12:00:01Z',
    held: brl(4_000),
    reverses: null,
    reversed_by: null,
    legs: [
      { ...leg, account: 'available', own: true },
      {
        ...leg,
        account: 'pix_clearing',
        own: false,
        direction: 'credit',
        balance_before: null,
        balance_after: null,
        version: null,
      },
    ],
    annotations: [],
    revertible: false,
  })
  await openUnder(BASE, `/transactions-history/${ID}`, { '/transactions-history/$id': TransactionRecord })
  await Promise.all(['−R$40.00', 'Maria Exemplo', '99.01', '59.01', 'Pix clearing'].map(shows))
  expect(find('a', 'Refund').getAttribute('href')).toBe(`/dashboard/payin/payments/${OTHER}`)
})

it('a transaction of our own is annotated, and reverted once it is on the screen what that does', async () => {
  setAccount({ id: 2, name: 'Loja Aurora', unique: false })
  const ONE = `/v1/account/transactions/${ID}`
  const annotation = {
    id: OTHER,
    text: 'Conferir a origem',
    internal: true,
    by_staff: true,
    created_by: 'eva@retaguarda.example',
    created_at: '2026-11-20T12:05:00Z',
  }
  area.answer(`GET ${ONE}`, {
    id: ID,
    company_id: 2,
    kind: 'account.note',
    origin: 'note',
    origin_id: OTHER,
    external_id: null,
    counterparty: null,
    description: 'Cortesia',
    effective_at: '2026-11-20T12:00:00Z',
    recorded_at: '2026-11-20T12:00:01Z',
    held: null,
    reverses: null,
    reversed_by: null,
    legs: [],
    annotations: [annotation],
    revertible: true,
  })
  area.answer(`POST ${ONE}/annotations`, annotation)
  area.answer(`POST ${ONE}/revert/plan`, {
    command: 'account:transaction:revert',
    merchant: 2,
    changes: [{ field: 'reverted', before: false, after: true }],
    balances: [],
    about: '',
    facts: [],
    hash: 'x',
  })
  area.answer(`POST ${ONE}/revert`, { transaction_id: ID, reversal_id: OTHER })
  const router = await openUnder(BASE, `/transactions-history/${ID}`, {
    '/transactions-history/$id': TransactionRecord,
  })
  await Promise.all(
    ['Conferir a origem', "eva@retaguarda.example · for the provider's people only"].map(shows),
  )
  const submit = () => press(find('[role=dialog] button[type=submit]'))

  await press(find('button', 'Annotate'))
  await shows('It moves no balance')
  await type(find<HTMLTextAreaElement>('textarea'), 'Conferido')
  await submit()
  await vi.waitFor(() =>
    expect(area.bodies(`POST ${ONE}/annotations`)).toEqual([{ text: 'Conferido', internal: true }]),
  )
  await press(find('button', 'Revert'))
  await shows('Its mirror is posted now')
  await type(find<HTMLInputElement>('input', 'Reason'), 'nota em dobro')
  await submit()
  await shows('What will happen')
  await submit()
  await vi.waitFor(() => expect(router.state.location.pathname).toContain(OTHER))
  expect(area.bodies(`POST ${ONE}/revert`)).toEqual([{ reason: 'nota em dobro' }])
})

it('a note that somebody had a hand in waits for another person, who sees what posting it does', async () => {
  const note = {
    id: ID,
    company_id: 2,
    number: 7,
    type: 'credit',
    reason: 'goodwill',
    description: 'Cortesia',
    amount: brl(12_000),
    due_date: '2026-11-20',
    status: 'awaiting_approval',
    created_by: 'diego@retaguarda.example',
    created_at: '2026-11-20T12:00:00Z',
    submitted_by: 'diego@retaguarda.example',
    submitted_at: '2026-11-20T12:01:00Z',
    posted_by: null,
    posted_at: null,
    cancelled_by: null,
    cancelled_at: null,
    journal_id: null,
    reversed_by: null,
    files: [
      {
        id: OTHER,
        name: 'Carta do banco.pdf',
        media_type: 'application/pdf',
        size: 1_536,
        sha256: 'ab',
        uploaded_by: 'diego@retaguarda.example',
        uploaded_at: '2026-11-20T12:00:30Z',
      },
    ],
    mine: true,
    may_write: true,
    may_post: false,
  }
  area.answer(`GET /v1/account/notes/${ID}`, note)
  await openUnder(BASE, `/merchant-notes/${ID}`, { '/merchant-notes/$id': NoteRecord })
  await Promise.all(['Another person has to post this note', 'Carta do banco.pdf', '1.5 kB'].map(shows))
  expect([...document.querySelectorAll('button')].map((button) => button.textContent)).not.toContain('Post')
})

it('what came and what went differ by their sign, and an origin without a page has no link', () => {
  expect([signed(brl(124_990), 'en'), signed(brl(-5), 'pt')]).toEqual(['+1,249.90', '−0,05'])
  expect(originPath('charge', 'E18236120202611201203abcdefghijk')).toBeNull()
  expect(originPath('other', ID)).toBeNull()
})

it('what left is called a withdrawal or a payment, by why it left', () => {
  const word = (kind: string, payout_origin: string | null) => kindWord((key) => key, { kind, payout_origin })
  texts.addResourceBundle('en', 'account', {
    kind: { withdrawal_payout: 'x', payouts_payout: 'x', payouts_returned: 'x' },
  })
  expect(word('payouts.payout', 'schedule')).toBe('account.kind.withdrawal_payout')
  expect(word('payouts.payout', 'batch')).toBe('account.kind.payouts_payout')
  expect(word('payouts.returned', 'split')).toBe('account.kind.payouts_returned')
})
