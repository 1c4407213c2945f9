import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { queries } from '../../app/queries'
import { parseSearch, stringifySearch } from '../../app/search'
import { setAccount } from '../../app/state'
import { fakeNetwork, HttpResponse, http, refused } from '../../app/test-kit'
import { acting, draw, find, press, realTexts, shows } from '../../app/test-page'
import type { Money } from '../format'
import { defineList } from '../list/definition'
import { ResourceList } from '../list/ResourceList'
import type { Facets } from './useFacets'

interface Row {
  id: string
  review_reason: string
  status: string
  amount: Money
  fee: Money
}

const REASONS = [
  { value: 'late', label: 'payin.review_reason.late' },
  { value: 'duplicate', label: 'payin.review_reason.duplicate' },
]
const list = defineList<Row>({
  name: 'test.facets',
  path: '/v1/payin/reviews',
  facets: '/v1/payin/reviews/facets',
  rowKey: ({ id }) => id,
  order: { by: 'id', sort: 'desc' },
  status: {
    key: 'status',
    values: [
      { value: 'paid', label: 'payin.status.paid', tone: 'success' },
      { value: 'pending', label: 'payin.status.pending', tone: 'awaiting' },
    ],
  },
  choices: [{ key: 'review_reason', options: REASONS }],
  tiles: {
    key: 'review_reason',
    values: REASONS,
    label: 'payin.tiles.reasons',
    all: 'payin.tiles.all_reviews',
  },
  columns: [
    { key: 'id', kind: 'text', title: 'payin.column.id', sortable: true, locked: true },
    { key: 'status', kind: 'status', title: 'payin.column.status' },
    { key: 'review_reason', kind: 'text', title: 'payin.column.review_reason' },
    { key: 'amount', kind: 'money', title: 'payin.column.amount' },
    { key: 'fee', kind: 'money', title: 'payin.column.fee', hidden: true },
  ],
  card: ({ id }) => ({ title: id }),
})

const money = (amount: number) => ({ amount, currency: 'BRL' as const })
const facets = (more: Partial<Facets> = {}): Facets => ({
  total: { count: 3, sums: { amount: [money(4_500)], fee: [money(45)] }, estimated: false },
  columns: {
    status: {
      values: [
        { value: 'paid', count: 3, amount: [money(4_500)] },
        { value: 'pending', count: 0, amount: [] },
      ],
      estimated: false,
    },
    review_reason: {
      values: [
        { value: 'late', count: 2, amount: [money(3_000)] },
        { value: 'duplicate', count: 1, amount: [money(1_500)] },
      ],
      estimated: false,
    },
  },
  ...more,
})

let counted: Facets
let asked: string[]
let headers: Record<string, string>
const network = fakeNetwork(
  http.get('*/v1/payin/reviews', () =>
    HttpResponse.json(
      [{ id: 'row-1', review_reason: 'late', status: 'paid', amount: money(1_500), fee: money(15) }],
      { headers },
    ),
  ),
  http.get('*/v1/payin/reviews/facets', ({ request }) => {
    asked.push(new URL(request.url).search)
    return HttpResponse.json(counted)
  }),
)
let router: ReturnType<typeof openAt>

// The code of windows is fetched when it is needed; here it is there, so that a busy machine is not taken for a wrong one.
beforeAll(() => Promise.all([realTexts(), import('../../ui/PopoverPart'), import('../filter/StatusPanel')]))
beforeEach(() => {
  counted = facets()
  asked = []
  headers = { 'X-Total': '3', 'X-Total-Pages': '1' }
  queries.clear()
  setAccount({ id: 2, name: 'Loja Aurora', unique: true })
  vi.spyOn(window, 'scrollTo').mockReturnValue(undefined)
  for (const name of ['ResizeObserver', 'IntersectionObserver']) vi.stubGlobal(name, Unseeing)
})
// A window that is still open when the page is taken away would look for its place in it.
afterEach(() =>
  acting(() => {
    const inside = document.querySelector('[role=dialog] input, [role=dialog] button')
    inside?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  }),
)

class Unseeing {
  observe = () => undefined
  unobserve = () => undefined
  disconnect = () => undefined
}

function openAt(search: string) {
  const root = createRootRoute({
    notFoundComponent: () => null,
    component: () => (
      <QueryClientProvider client={queries}>
        <ResourceList list={list} title="Rows" />
      </QueryClientProvider>
    ),
  })
  return createRouter({
    routeTree: root,
    parseSearch,
    stringifySearch,
    history: createMemoryHistory({ initialEntries: [`/${search}`] }),
  })
}

async function open(search = ''): Promise<void> {
  router = openAt(search)
  await draw(<RouterProvider router={router as never} />)
  await shows('row-1')
}

// Money keeps its currency beside it.
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ')
const summary = () => plain(document.querySelector('section dl')?.textContent)
const tiles = () =>
  [...document.querySelectorAll('section[aria-label="Payments under review by reason"] button')].map((tile) =>
    plain(tile.textContent),
  )

describe('the summary row', () => {
  it('adds up all that match, of the money columns on the screen', async () => {
    await open('?status=paid')
    await vi.waitFor(() => expect(summary()).toBe('Rows3AmountR$45.00'))
    expect(asked).toEqual(['?status=paid'])
  })

  it('adds nothing across currencies', async () => {
    const yen = { amount: 1_250, currency: 'JPY' }
    counted = facets({
      total: { count: 4, sums: { amount: [money(4_500), yen], fee: [] }, estimated: false },
      columns: {
        review_reason: {
          values: [
            { value: 'late', count: 2, amount: [money(3_000)] },
            { value: 'duplicate', count: 2, amount: [money(1_500), yen] },
          ],
          estimated: false,
        },
      },
    })
    await open()
    await vi.waitFor(() => expect(summary()).toBe('Rows4AmountR$45.00 + JPY 1,250'))
    expect(tiles()[0]).toBe('All42 currencies')
    expect(tiles()[2]).toBe('Duplicate payment22 currencies')
  })

  it('says that a long list is not added up', async () => {
    headers = { 'X-Total': '4800000', 'X-Total-Pages': '480000', 'X-Total-Estimated': '1' }
    counted = facets({ total: { count: 4_800_000, sums: null, estimated: true } })
    await open()
    await shows('More than 10,000 rows: they are not added up')
    expect(summary()).toBeUndefined()
  })

  it('waits in its place, and for nobody, while sums cannot be had', async () => {
    network.use(http.get('*/v1/payin/reviews/facets', () => refused(503, 'temporarily_unavailable')))
    await open()
    await shows('Total of the list')
    expect(summary()).toBe('RowsAmount')
  })
})

describe('tiles', () => {
  it('count every value, and narrow the list to the pressed one until it is pressed again', async () => {
    await open()
    await vi.waitFor(() =>
      expect(tiles()).toEqual(['All3R$45.00', 'Paid late2R$30.00', 'Duplicate payment1R$15.00']),
    )
    await press(find('section[aria-label="Payments under review by reason"] button:nth-child(3)'))
    await vi.waitFor(() => expect(router.state.location.search).toEqual({ review_reason: 'duplicate' }))
    expect(find('section > button[aria-pressed=true]').textContent).toContain('Duplicate payment')
    await vi.waitFor(() => expect(asked.at(-1)).toBe('?review_reason=duplicate'))
    await press(find('section > button[aria-pressed=true]'))
    await vi.waitFor(() => expect(router.state.location.search).toEqual({}))
  })

  it('say that a count is a guess', async () => {
    const guess = { values: [{ value: 'late', count: 12_000, amount: null }], estimated: true }
    counted = facets({ columns: { review_reason: guess } })
    await open()
    await vi.waitFor(() => expect(tiles()[1]).toContain('≈ 12,000'))
    expect(tiles()[1]).not.toContain('R$')
  })
})

describe('the window of a filter', () => {
  it('counts its values, and what is not there can be chosen all the same', async () => {
    await open()
    await press(find('button', 'Filter'))
    await press(await vi.waitFor(() => find('button', 'Status')))
    await vi.waitFor(() => find('[role=dialog] fieldset'))
    const lines = () =>
      [...document.querySelectorAll('fieldset label')].map((line) => line.textContent.trim())
    await vi.waitFor(() => expect(lines()).toEqual(['Paid3', 'Pending0']))
    await press(find('fieldset label:last-of-type input'))
    await vi.waitFor(() => expect(router.state.location.search).toEqual({ status: 'pending' }))
  })
})
