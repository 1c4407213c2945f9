import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { queries } from '../../app/queries'
import { setAccount } from '../../app/state'
import { createStore, useStore } from '../../app/store'
import { fakeNetwork, HttpResponse, http } from '../../app/test-kit'
import { acting, choose, draw, find, press, realTexts, shows, type } from '../../app/test-page'
import { CommandForm } from './CommandForm'

const network = fakeNetwork()
const onDone = vi.fn<(result: unknown) => void>()
const shown = createStore({ open: true })
let sent: unknown[]

beforeAll(() => realTexts())
beforeEach(() => {
  shown.set({ open: true })
  queries.clear()
  sent = []
  onDone.mockReset()
  setAccount({ id: 'all', name: 'All merchants', unique: false })
  network.use(
    http.get('*/rbac/companies', () =>
      HttpResponse.json([
        { id: 2, name: 'Loja Aurora' },
        { id: 3, name: 'Outra Praça' },
      ]),
    ),
    http.post('*/v1/account/deposits/:id/identify', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ id: 'd1' })
    }),
  )
})

afterEach(() => acting(() => shown.set({ open: false })))

function Identify() {
  if (!useStore(shown, ({ open }) => open)) return null
  return (
    <CommandForm
      command="account:deposit:identify"
      ids={{ id: 'd1' }}
      subject="All merchants"
      title="Whose is it"
      submit="Identify"
      texts="deposits.identify"
      onDone={onDone}
      onClose={() => undefined}
    />
  )
}

it('a merchant is chosen by its name, and its number is sent', async () => {
  await draw(
    <QueryClientProvider client={queries}>
      <Identify />
    </QueryClientProvider>,
  )
  await press(find('button[role=combobox]'))
  await choose('Outra Praça')
  await shows('Outra Praça')
  await type(find<HTMLInputElement>('input', 'How that is known'), 'Proof of payment')
  await press(find('button', 'Identify'))
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent).toEqual([{ merchant: 3, reason: 'Proof of payment' }])
})
