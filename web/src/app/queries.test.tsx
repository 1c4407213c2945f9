import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { api, body } from './api'
import { queries } from './queries'
import { clearSession, setTokens } from './state'
import { fakeNetwork, HttpResponse, http, madeToken } from './test-kit'
import { acting, draw, find, press } from './test-page'

const network = fakeNetwork()
const EVERY = 2000
const marks: (string | null)[] = []

beforeEach(() => {
  clearSession()
  queries.clear()
  setTokens(madeToken(600), 'r1')
  marks.length = 0
  network.use(
    http.get('*/rbac/profile', ({ request }) => {
      marks.push(request.headers.get('X-Poll'))
      return HttpResponse.json({ name: 'Ana', email: 'ana@merchant.example', locale: null })
    }),
  )
})

function Polled() {
  const { data, refetch } = useQuery({
    queryKey: ['polled'],
    queryFn: ({ signal }) => body(api.GET('/rbac/profile', { signal })),
    refetchInterval: EVERY,
  })
  return (
    <button type="button" onClick={() => void refetch()}>
      {data?.name ?? 'nothing'}
    </button>
  )
}

it('what a query asks at intervals is marked as the page’s own, what a person causes is not', async () => {
  const every: (() => void)[] = []
  vi.spyOn(globalThis, 'setInterval').mockImplementation((work, delay) => {
    if (delay === EVERY) every.push(work)
    return 0 as unknown as ReturnType<typeof setInterval>
  })
  await draw(
    <QueryClientProvider client={queries}>
      <Polled />
    </QueryClientProvider>,
  )
  await vi.waitFor(() => find('button', 'Ana'))
  expect(marks).toEqual([null])
  await acting(() => every.at(-1)!())
  await vi.waitFor(() => expect(marks).toEqual([null, '1']))
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0))
  await press(find('button', 'Ana'))
  await vi.waitFor(() => expect(marks).toEqual([null, '1', null]))
  vi.restoreAllMocks()
})
