import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { setAccount } from '../../app/state'
import { createStore, useStore } from '../../app/store'
import { fakeNetwork, HttpResponse, http, refused } from '../../app/test-kit'
import { acting, draw, find, press, realTexts, shows, type } from '../../app/test-page'
import { CommandForm } from './CommandForm'
import type { Plan, PlanWords } from './plan'

const REFUND = '*/v1/payin/charges/:id/refunds'
const network = fakeNetwork()
const onDone = vi.fn<(result: unknown) => void>()
const shown = createStore({ open: true })
let sent: unknown[]
let planned: unknown[]

const PLAN: Plan = {
  command: 'payin:refund:create',
  merchant: 2,
  changes: [{ field: 'status', before: 'paid', after: 'refunded' }],
  balances: [
    {
      account: 'available',
      posted_before: { amount: 10_000, currency: 'BRL' },
      posted_after: { amount: 10_000, currency: 'BRL' },
      held_before: { amount: 0, currency: 'BRL' },
      held_after: { amount: 4_000, currency: 'BRL' },
    },
  ],
  hash: 'x',
  about: '',
  facts: [],
}
const WORDS: PlanWords = {
  account: (code) => `Account ${code}`,
  field: (name) => `Field ${name}`,
  value: (_, value) => (typeof value === 'string' ? value : ''),
}

beforeAll(() => realTexts())
beforeEach(() => {
  shown.set({ open: true })
  sent = []
  planned = []
  onDone.mockReset()
  setAccount({ id: 2, name: 'Loja Aurora', unique: false })
  network.use(
    http.post(REFUND, async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ id: 'r1' }, { status: 201 })
    }),
    http.post(`${REFUND}/plan`, async ({ request }) => {
      planned.push(await request.json())
      return HttpResponse.json(PLAN)
    }),
  )
})
afterEach(() => acting(() => shown.set({ open: false })))

function Refund({ words }: { words?: PlanWords }) {
  if (!useStore(shown, ({ open }) => open)) return null
  return (
    <CommandForm
      command="payin:refund:create"
      ids={{ id: 'c1' }}
      title="Give it back"
      submit="Refund"
      texts="payin.column"
      words={words}
      onDone={onDone}
      onClose={() => undefined}
    />
  )
}

const input = { amount: { amount: 4_000, currency: 'BRL' }, reason: null, end_to_end_id: null }
const amount = () => find<HTMLInputElement>('input', 'Amount')
const fill = () => type(amount(), '40')

describe('the form of a Command', () => {
  it('is made from its schema, and sends what it holds', async () => {
    await draw(<Refund />)
    await fill()
    await press(find('button', 'Refund'))
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect(sent).toEqual([input])
    expect(planned).toEqual([])
  })

  it('says what would happen, and does it only after that', async () => {
    await draw(<Refund words={WORDS} />)
    await fill()
    await press(find('button', 'Continue'))
    await shows('What will happen')
    await shows('Available nowR$100.00Available thenR$60.00')
    await shows('Account available, on hold')
    await shows('Field status')
    expect(planned).toEqual([input])
    expect(sent).toEqual([])
    await press(find('button', 'Refund · R$40.00'))
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect(sent).toEqual([input])
  })

  it('goes back to the form with everything in it', async () => {
    await draw(<Refund words={WORDS} />)
    await fill()
    await press(find('button', 'Continue'))
    await shows('What will happen')
    await press(find('button', 'Change'))
    expect(amount().value).toBe('40.00')
    expect(sent).toEqual([])
  })

  it('shows at the field what keeps the plan from being made', async () => {
    network.use(http.post(`${REFUND}/plan`, () => refused(400, { amount: ['refund_exceeds_received'] })))
    await draw(<Refund words={WORDS} />)
    await fill()
    await press(find('button', 'Continue'))
    await vi.waitFor(() => expect(amount().getAttribute('aria-invalid')).toBe('true'))
    expect(sent).toEqual([])
  })
})
