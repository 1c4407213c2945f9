import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setAccount, type User } from '../../../app/state'
import { openUnder, sectionArea } from '../../../app/test-area'
import { find, press, shows } from '../../../app/test-page'
import { NoticePage } from './NoticePage'
import { NoticesList } from './NoticesList'
import type { Notice } from './notice'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: [
    'payout::payment:read',
    'payout::refund:read',
    'payout::refund:uploadNotifications',
    'payout::exception:decide',
    'auth::twoFactor',
  ],
  internal_user: true,
  sensitive: false,
}
const ID = '0199aaaa-0000-7000-8000-000000000081'
const FIRST = '0199aaaa-0000-7000-8000-000000000080'
const ONE = `/v1/payouts/return-notices/${ID}`
const NOTICE: Notice = {
  company_id: 2,
  id: ID,
  created_at: '2026-11-20T12:00:00Z',
  name: 'devolucoes.csv',
  size: 800,
  status: 'read',
  format: 'csv',
  error: null,
  same_as: null,
  lines: 3,
  matched: 1,
  known: 0,
  over: 0,
  unknown: 1,
  bad: 1,
  amount: { amount: 5_000, currency: 'BRL' },
  by_staff: null,
  actor: 'diego@retaguarda.example',
  applied_at: null,
  applied_by: null,
  waiting: 1,
  booked: 0,
  asked: 0,
  left: 0,
  suspended: 0,
}
const LINE = {
  number: 2,
  notice_id: ID,
  outcome: 'match',
  problem: null,
  reference: 'D18236120202611281200AAAAAAAAAA1',
  payment: 'pedido-1',
  payment_id: '0199aaaa-0000-7000-8000-000000000091',
  holder_name: 'Lúcia Prado Gomes',
  amount: { amount: 5_000, currency: 'BRL' },
  remaining: { amount: 5_000, currency: 'BRL' },
  returned_on: '2026-11-19',
  reason: 'MD06',
  result: null,
  left_why: null,
  case_id: null,
}
const UNKNOWN = {
  ...LINE,
  number: 3,
  outcome: 'unknown',
  problem: 'row:0:no_payment',
  payment: 'pedido-9',
  payment_id: null,
  holder_name: null,
}
const BAD = { ...UNKNOWN, number: 4, outcome: 'bad', problem: 'amount:3:amount_ambiguous', amount: null }

const area = sectionArea(
  diego,
  {
    [`GET ${ONE}`]: NOTICE,
    'GET /v1/payouts/return-notices': [],
    'GET /v1/payouts/return-notices/facets': { total: { count: 0, sums: {}, estimated: false }, columns: {} },
    'GET /v1/payouts/return-notice-lines': [LINE, UNKNOWN, BAD],
  },
  () => [import('./acts')],
)
beforeEach(() => setAccount({ id: 2, name: 'Loja Aurora', unique: false }))
const open = (path: string) =>
  openUnder('/dashboard/payouts/refunds/notices', path, { '/': NoticesList, '/$id': NoticePage })

describe('return notices', () => {
  it('begin with a file that is chosen', async () => {
    await open('/')
    await shows('Choose a file of returns, or drop it here')
  })

  it('say of each line what it is, in words, and are applied once somebody has looked', async () => {
    area.answer(`POST ${ONE}/apply`, { ...NOTICE, status: 'applying' })
    await open(`/${ID}`)
    await Promise.all(
      [
        'To review',
        'Lúcia Prado Gomes',
        'No payment of this merchant has this id',
        'Column 3 (Amount): may mean two amounts: write the cents, as in 1,234.00',
      ].map(shows),
    )
    await press(find('button', 'Apply'))
    await shows('1 return is booked')
    await press(find('[role=dialog] button[type=submit]'))
    await vi.waitFor(() => expect(area.bodies(`POST ${ONE}/apply`)).toHaveLength(1))
  })

  it('let staff book to suspense what nothing explains, with a reason', async () => {
    await open(`/${ID}`)
    await shows('pedido-9')
    await press(find('td button', 'Book to suspense'))
    await shows('two people settle where it goes')
  })

  it('that were brought before lead to the first', async () => {
    area.answer(`GET ${ONE}`, { ...NOTICE, status: 'refused', same_as: FIRST, lines: 0 })
    await open(`/${ID}`)
    await shows('nothing is booked twice')
    expect(find('a', 'Open the first upload').getAttribute('href')).toContain(FIRST)
  })

  it('that cannot be read say where', async () => {
    const error = { code: 'column_twice', line: 1, column: 4, detail: '' }
    area.answer(`GET ${ONE}`, { ...NOTICE, status: 'unreadable', error, lines: 0 })
    await open(`/${ID}`)
    await shows('Line 1, column 4: a column appears twice')
  })
})
