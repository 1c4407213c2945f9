import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FLAGS_REFRESH } from './constants'
import { storedFlags, useFlag } from './flags'
import { fakeNetwork, HttpResponse, http } from './test-kit'
import { acting, draw } from './test-page'

const network = fakeNetwork()
let asked: string[]
let companies: number[]

function Ledger() {
  return <p>{useFlag('ledger').join(' ')}</p>
}

const drawn = () =>
  draw(
    <QueryClientProvider client={new QueryClient()}>
      <Ledger />
    </QueryClientProvider>,
  )
const shown = (text: string) => vi.waitFor(() => expect(document.querySelector('p')?.textContent).toBe(text))

beforeEach(() => {
  localStorage.clear()
  asked = []
  companies = [2, 3]
  network.use(
    http.get('*/v1/dashboard/feature-flags', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json(companies)
    }),
  )
})

afterEach(() => vi.useRealTimers())

it('a flag is asked for by name, kept, and asked for again every five minutes', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await drawn()
  await shown('2 3')
  expect(asked).toEqual(['?flag=ledger'])
  expect(storedFlags()).toEqual({ ledger: [2, 3] })
  companies = [3]
  await acting(() => vi.advanceTimersByTimeAsync(FLAGS_REFRESH + 50))
  await shown('3')
  expect(asked).toHaveLength(2)
})

it('a flag is what was stored until the server has answered', async () => {
  localStorage.setItem('front-flags', '{"ledger":[7]}')
  network.use(
    http.get('*/v1/dashboard/feature-flags', () => {
      asked.push('without an answer')
      return new Promise(() => undefined)
    }),
  )
  await drawn()
  await shown('7')
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  await shown('7')
})

it('what is stored and makes no sense counts as nothing', () => {
  localStorage.setItem('front-flags', 'no json')
  expect(storedFlags()).toEqual({})
})
