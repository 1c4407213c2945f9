import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { beforeAll, beforeEach, vi } from 'vitest'
import { Framed } from '../../app/framed'
import { queries } from '../../app/queries'
import { parseSearch, stringifySearch } from '../../app/search'
import { closeAlert, setAccount, setForceViewMainFilter } from '../../app/state'
import { fakeNetwork, HttpResponse, http } from '../../app/test-kit'
import { draw, realTexts } from '../../app/test-page'
import type { Money } from '../format'
import { defineList, type ListDefinition } from './definition'
import { ResourceList } from './ResourceList'

/** For tests of lists: a list with one column of each kind, a server that answers it, and an address to open it at. */

export interface Row {
  id: string
  created_at: string
  status: string
  amount: Money
  reference: string | null
}

export const list = defineList<Row>({
  name: 'test.rows',
  path: '/v1/payin/charges',
  rowKey: ({ id }) => id,
  order: { by: 'created_at', sort: 'desc' },
  period: 'created_at',
  amount: 'amount',
  status: { key: 'status', values: [{ value: 'paid', label: 'payin.status.paid', tone: 'success' }] },
  search: 'payin.list.search',
  choices: [{ key: 'reference', options: [{ value: 'o1', label: 'Order 1' }] }],
  columns: [
    { key: 'created_at', kind: 'time', title: 'payin.column.created_at', sortable: true, locked: true },
    { key: 'status', kind: 'status', title: 'payin.column.status' },
    { key: 'reference', kind: 'text', title: 'payin.column.reference' },
    { key: 'amount', kind: 'money', title: 'payin.column.amount', sortable: true, currency: 'BRL' },
    { key: 'id', kind: 'id', title: 'payin.column.id', hidden: true },
  ],
  waits: ({ status }) => status === 'sent',
  card: ({ id }) => ({ title: id }),
})

export const rows = (count: number, from = 0): Row[] =>
  Array.from({ length: count }, (_, place) => ({
    id: `row-${from + place}`,
    created_at: '2026-11-20T21:53:00Z',
    status: 'paid',
    amount: { amount: 124_990 + place, currency: 'BRL' },
    reference: `Order ${from + place}`,
  }))

class Unseeing {
  observe = () => undefined
  unobserve = () => undefined
  disconnect = () => undefined
}

type Headers = Record<string, string>

/** For one test file: what was asked of the server, what it answers, and the list at an address. */
export function listTests() {
  const network = fakeNetwork()
  const asked: URLSearchParams[] = []

  beforeAll(() => realTexts())
  beforeEach(() => {
    asked.length = 0
    queries.clear()
    closeAlert()
    sessionStorage.clear()
    setForceViewMainFilter(false)
    setAccount({ id: 2, name: 'Loja Aurora', unique: false })
    vi.spyOn(window, 'scrollTo').mockReturnValue(undefined)
    // Nothing has a size here, and nothing comes into sight.
    for (const name of ['ResizeObserver', 'IntersectionObserver']) vi.stubGlobal(name, Unseeing)
  })

  function serve(
    body: (query: URLSearchParams) => Row[] | Response,
    headers: Headers = {},
    more: (query: URLSearchParams) => Headers = () => ({}),
  ): void {
    network.use(
      http.get('*/v1/payin/charges', ({ request }) => {
        const query = new URL(request.url).searchParams
        asked.push(query)
        const found = body(query)
        return found instanceof Response
          ? (found as HttpResponse<null>)
          : HttpResponse.json(found, { headers: { ...headers, ...more(query) } })
      }),
    )
  }

  async function open(search = '', shown: ListDefinition<Row> = list, framed = true) {
    const root = createRootRoute({
      notFoundComponent: () => null,
      component: () => (
        <QueryClientProvider client={queries}>
          <Framed value={framed}>
            <ResourceList list={shown} title="Rows" />
          </Framed>
          <Outlet />
        </QueryClientProvider>
      ),
    })
    const router = createRouter({
      routeTree: root,
      parseSearch,
      stringifySearch,
      history: createMemoryHistory({ initialEntries: [`/${search}`] }),
    })
    await draw(<RouterProvider router={router as never} />)
    return router
  }

  return { asked, serve, open, network }
}
