import { afterEach, beforeAll, expect, it } from 'vitest'
import { setAccount } from '../../app/state'
import { createStore, useStore } from '../../app/store'
import { fakeNetwork, HttpResponse, http } from '../../app/test-kit'
import { acting, draw, find, press, realTexts, shows, type } from '../../app/test-page'
import { CommandForm } from './CommandForm'

const network = fakeNetwork()
const shown = createStore({ open: true })
beforeAll(() => realTexts())
afterEach(() => acting(() => shown.set({ open: false })))

function Spread({ currency }: { currency: string }) {
  if (!useStore(shown, ({ open }) => open)) return null
  return (
    <CommandForm
      command="exchange:bank:set_spread"
      ids={{ id: 'b1' }}
      title="Add a spread"
      submit="Save"
      texts="exchange.field"
      initial={{ currency, direction: 'out', from_amount: 0, basis_points: 80, valid_from: '2026-11-16' }}
      minor={(values) => ({ from_amount: String(values.currency) })}
      onDone={() => undefined}
      onClose={() => undefined}
    />
  )
}

it.each([
  ['BRL', '1234.56', 123_456],
  ['USD', '1,234.56', 123_456],
  ['JPY', '1234', 1_234],
  ['TND', '1,234.567', 1_234_567],
])('an amount in minor units is typed in its currency: %s %s is %d', async (currency, typed, minor) => {
  setAccount({ id: 2, name: 'Loja Aurora', unique: false })
  shown.set({ open: true })
  const sent: unknown[] = []
  network.use(
    http.post('*/v1/exchange/banks/:id/set-spread', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ id: 'b1' })
    }),
  )
  await draw(<Spread currency={currency} />)
  await shows('From amount')
  await type(find<HTMLInputElement>('input', 'From amount'), typed)
  await press(find('button', 'Save'))
  await expect.poll(() => sent).toMatchObject([{ from_amount: minor, currency }])
})
