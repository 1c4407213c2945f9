import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, it, vi } from 'vitest'
import { queries } from '../../app/queries'
import { parseSearch, stringifySearch } from '../../app/search'
import { HttpResponse, http } from '../../app/test-kit'
import { acting, draw } from '../../app/test-page'
import { list, listTests, type Row, rows } from './test-list'
import { type TableActions, type TableState, useList } from './useList'

const { serve, network } = listTests()
const summed = { ...list, facets: '/v1/payin/charges/facets' as const }

it('the state of a table is told under the names of the specification', async () => {
  serve(() => rows(10), { 'X-Total': '23', 'X-Total-Pages': '3' })
  const total = { count: 23, sums: { amount: [{ amount: 1_234, currency: 'BRL' }] }, estimated: false }
  network.use(http.get('*/v1/payin/charges/facets', () => HttpResponse.json({ columns: {}, total })))
  let told: [TableState<Row>, TableActions] | undefined
  function Told() {
    told = useList(summed)
    return null
  }
  const root = createRootRoute({
    component: () => (
      <QueryClientProvider client={queries}>
        <Told />
      </QueryClientProvider>
    ),
  })
  const history = createMemoryHistory({ initialEntries: ['/?status=paid'] })
  const router = createRouter({ routeTree: root, parseSearch, stringifySearch, history })
  await draw(<RouterProvider router={router as never} />)
  await vi.waitFor(() => expect(told?.[0].results).toHaveLength(10))
  await vi.waitFor(() => expect(told?.[0].summary).toBeDefined())

  const [table, actions] = told!
  expect(table).toMatchObject({
    identifier: 'test.rows',
    appliedFilters: { status: ['paid'] },
    totalItems: 23,
    totalPages: 3,
    summary: total,
    loading: false,
    filterOpen: false,
    viewSettings: {
      changed: false,
      mode: 'pages',
      show: false,
      modesAvailable: ['pages', 'continuous'],
      shownColumns: ['created_at', 'status', 'reference', 'amount'],
      remainingColumns: ['id'],
    },
  })
  expect(table.selectedItems.get().selection).toEqual({ kind: 'none' })

  await acting(() => actions.look({ columns: ['amount', 'created_at'], mode: 'continuous' }))
  await acting(() => told![1].openFilters(true))
  expect(told![0]).toMatchObject({
    filterOpen: true,
    viewSettings: {
      changed: true,
      mode: 'continuous',
      shownColumns: ['amount', 'created_at'],
      remainingColumns: ['status', 'reference', 'id'],
    },
  })
})
