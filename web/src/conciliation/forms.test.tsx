import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setAccount } from '../app/state'
import { createStore, useStore } from '../app/store'
import { fakeNetwork, HttpResponse, http } from '../app/test-kit'
import { acting, draw, find, press, realTexts, shows, type } from '../app/test-page'
import SplitLine from './acts/SplitLine'

const network = fakeNetwork()
const shown = createStore({ open: true })
const ID = '0199aaaa-0000-7000-8000-0000000000a1'
const candidate = (name: string, amount: number, currency: string) => ({
  id: `0199aaaa-0000-7000-8000-0000000000b${name}`,
  kind: 'pix.received',
  reference: `P${name}`,
  day: '2026-11-16',
  amount: { amount, currency },
})
const given = (currency: string) => ({
  line: { id: ID, amount: { amount: 11_000, currency }, description: 'TED AGRUPADA' },
  expectations: [
    candidate('1', 6_000, currency),
    candidate('2', 3_000, currency),
    candidate('3', -500, currency),
  ],
})

let sent: unknown[]
beforeAll(() => realTexts())
beforeEach(() => {
  sent = []
  shown.set({ open: true })
  setAccount({ id: 2, name: 'Loja Aurora', unique: false })
  network.use(
    http.post('*/v1/conciliation/bank-lines/:id/split', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({
        id: ID,
        state: 'part_matched',
        left: { amount: 1, currency: 'BRL' },
        matches: [],
      })
    }),
  )
})
afterEach(() => acting(() => shown.set({ open: false })))

function Split({ currency }: { currency: string }) {
  if (!useStore(shown, ({ open }) => open)) return null
  return <SplitLine {...given(currency)} onClose={() => undefined} />
}

describe('the split of a line', () => {
  it.each([
    ['BRL', '25.50', 2_550],
    ['USD', '25.50', 2_550],
    ['JPY', '2550', 2_550],
    ['TND', '2.5501', null],
    ['TND', '12.05', 12_050],
  ])('takes parts in the currency of the line: %s %s', async (currency, typed, minor) => {
    await draw(<Split currency={currency} />)
    await shows('P1')
    // What moves the other way is no part of it.
    expect(document.body.textContent).not.toContain('P3')
    const [first] = document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')
    await press(first as HTMLInputElement)
    await type(find<HTMLInputElement>('input', 'How much of P1'), typed)
    await press(find('button', 'Split'))
    if (minor === null) {
      await shows('This is not an amount')
      expect(sent).toEqual([])
    } else {
      const expectation = '0199aaaa-0000-7000-8000-0000000000b1'
      await expect.poll(() => sent).toEqual([{ parts: [{ expectation, amount: minor }] }])
    }
  })

  it('asks for at least one part', async () => {
    await draw(<Split currency="BRL" />)
    await shows('P1')
    await press(find('button', 'Split'))
    await shows('Choose at least one expectation')
    expect(sent).toEqual([])
  })
})
