import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, type Mock, vi } from 'vitest'
import { queries } from '../../app/queries'
import { parseSearch, stringifySearch } from '../../app/search'
import { alert, closeAlert, setAccount } from '../../app/state'
import { fakeNetwork, HttpResponse, http, refused } from '../../app/test-kit'
import { closeDialog, draw, find, press, realTexts, shows } from '../../app/test-page'
import { readSearch } from '../list/search'
import type { Selection } from '../list/selection'
import { ExportButton } from './ExportButton'
import { ExportsList } from './ExportsList'
import type { Export } from './server'
import type { ExportedList } from './wanted'

vi.mock('./constants', () => ({ EXPORT_POLL: 5 }))

const LIST: ExportedList = {
  name: 'test.rows',
  path: '/v1/payin/charges',
  order: { by: 'created_at', sort: 'desc' },
  period: 'created_at',
  amount: 'amount',
  status: { key: 'status', values: [{ value: 'paid', label: 'payin.status.paid', tone: 'success' }] },
  search: 'payin.list.search',
  views: 'payin.payments',
  columns: [
    { key: 'created_at', kind: 'time', title: 'payin.column.created_at', sortable: true },
    { key: 'status', kind: 'status', title: 'payin.column.status' },
    { key: 'amount', kind: 'money', title: 'payin.column.amount', sortable: true },
    { key: 'id', kind: 'id', title: 'payin.column.id' },
  ],
}
const PREPARED: Export = {
  id: 'e1',
  list: 'payin.payments',
  format: 'csv',
  status: 'queued',
  rows: 0,
  total: null,
  bytes: null,
  error: null,
  company_id: 2,
  created_at: '2026-11-20T12:00:00Z',
  finished_at: null,
  expires_at: null,
}
const FILE = '*/v1/payin/charges/export'

const network = fakeNetwork()
let saved: string[]
let click: Mock<() => void>

beforeAll(async () => {
  await realTexts()
  // Its code comes with the first press, and takes a while where tests run beside each other.
  await import('./ExportDialog')
})
beforeEach(() => {
  queries.clear()
  closeAlert()
  setAccount({ id: 2, name: 'Loja Aurora', unique: false })
  vi.spyOn(window, 'scrollTo').mockReturnValue(undefined)
  for (const name of ['ResizeObserver', 'IntersectionObserver']) vi.stubGlobal(name, Unseeing)
  saved = []
  URL.createObjectURL = vi.fn(() => 'blob:file')
  URL.revokeObjectURL = vi.fn()
  click = vi.fn()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
    click()
  })
})

afterEach(closeDialog)

class Unseeing {
  observe = () => undefined
  disconnect = () => undefined
}

const file = (name: string) =>
  new HttpResponse('a,b\r\n', { headers: { 'Content-Disposition': `attachment; filename="${name}"` } })

async function open(component: () => React.ReactNode): Promise<void> {
  const root = createRootRoute({
    notFoundComponent: () => null,
    component: () => <QueryClientProvider client={queries}>{component()}</QueryClientProvider>,
  })
  const history = createMemoryHistory({ initialEntries: ['/'] })
  await draw(
    <RouterProvider
      router={createRouter({ routeTree: root, parseSearch, stringifySearch, history }) as never}
    />,
  )
}

async function openDialog(search: Record<string, string> = {}, ids?: string[]): Promise<void> {
  const { state } = readSearch(LIST, search)
  const ticked: Selection | undefined = ids && { kind: 'ids', rows: new Map(ids.map((id) => [id, { id }])) }
  await open(() => (
    <ExportButton
      list={LIST}
      name="payin.payments"
      filters={state}
      shown={['amount', 'status']}
      ticked={ticked}
    />
  ))
  await press(find('button', 'Export'))
  await shows(ids ? `The ${ids.length} rows that you ticked` : 'Every row that the filters find')
}

const submit = () => find<HTMLButtonElement>('button[type=submit]')

describe('the export of a list', () => {
  it('is one file of the columns on the screen and of all that match, however often it is pressed', async () => {
    const asked: URLSearchParams[] = []
    network.use(
      http.get(FILE, ({ request }) => {
        asked.push(new URL(request.url).searchParams)
        return file('payin-payments-1.csv')
      }),
    )
    await openDialog({ period: 'all', status: 'paid', page: '3', per_page: '50' })
    const button = submit()
    button.click()
    button.click()
    await vi.waitFor(() => expect(saved).toEqual(['payin-payments-1.csv']))
    expect(asked).toHaveLength(1)
    const query = asked[0]!
    expect(query.get('columns')).toBe('amount,status')
    // The words of the file's language are the server's.
    expect(query.has('title')).toBe(false)
    expect([query.get('format'), query.get('status'), query.get('locale')]).toEqual(['csv', 'paid', 'en'])
    expect(query.get('zone')).toBeTruthy()
    expect(query.has('page') || query.has('per_page')).toBe(false)
    await vi.waitFor(() => expect(alert.get()).toMatchObject({ state: 'success' }))
    await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  })

  it('of ticked rows is a file of those, whatever the filters find by now', async () => {
    const asked: URLSearchParams[] = []
    network.use(
      http.get(FILE, ({ request }) => {
        asked.push(new URL(request.url).searchParams)
        return file('ticked.csv')
      }),
    )
    await openDialog({ status: 'paid' }, ['c1', 'c2'])
    await press(submit())
    await vi.waitFor(() => expect(saved).toEqual(['ticked.csv']))
    const [query] = asked
    expect(query?.get('id')).toBe('c1,c2')
    expect([query?.has('status'), query?.has('created_at_from')]).toEqual([false, false])
    expect([query?.get('order_by'), query?.get('sort')]).toEqual(['created_at', 'desc'])
  })

  it('of more ticked rows than an address holds is prepared, with each of them named', async () => {
    const bodies: { ids: string[]; filters: unknown }[] = []
    network.use(
      http.post('*/v1/exports', async ({ request }) => {
        bodies.push((await request.json()) as never)
        return HttpResponse.json(PREPARED, { status: 201 })
      }),
      http.get('*/v1/exports/e1', () => HttpResponse.json(PREPARED)),
    )
    const ids = Array.from(
      { length: 200 },
      (_, place) => `0199aaaa-0000-7000-8000-${String(place).padStart(12, '0')}`,
    )
    await openDialog({}, ids)
    await press(submit())
    await shows('the file is being prepared')
    expect(bodies[0]?.ids).toEqual(ids)
    expect(bodies[0]?.filters).toEqual([
      { name: 'order_by', value: 'created_at' },
      { name: 'sort', value: 'desc' },
    ])
  })

  it('has every column and is a workbook when that is chosen', async () => {
    let query = new URLSearchParams()
    network.use(
      http.get(FILE, ({ request }) => {
        query = new URL(request.url).searchParams
        return file('x.xlsx')
      }),
    )
    await openDialog()
    const [csv, xlsx, english, portuguese, shown, all] =
      document.querySelectorAll<HTMLInputElement>('[role=dialog] input')
    expect([csv?.checked, english?.checked, shown?.checked]).toEqual([true, true, true])
    await shows('Semicolons between cells, decimal comma')
    await press(portuguese!)
    await press(xlsx!)
    await press(all!)
    await press(submit())
    await vi.waitFor(() => expect(saved).toEqual(['x.xlsx']))
    expect(query.get('columns')).toBe('created_at,status,amount,id')
    expect([query.get('format'), query.get('locale')]).toEqual(['xlsx', 'pt'])
  })

  it('says what went wrong, saves nothing, and can be tried again', async () => {
    network.use(http.get(FILE, () => refused(503, 'temporarily_unavailable')))
    await openDialog()
    await press(submit())
    await shows('The service does not answer right now')
    expect(saved).toEqual([])
    network.use(http.get(FILE, () => file('x.csv')))
    await press(submit())
    await vi.waitFor(() => expect(saved).toEqual(['x.csv']))
  })

  it('of a long list is prepared, with its progress, and downloaded when it is ready', async () => {
    const bodies: unknown[] = []
    const keys: (string | null)[] = []
    let now: Export = PREPARED
    network.use(
      http.get(FILE, () => {
        const said = refused(409, 'export_too_large')
        said.headers.set('X-Total', '12000')
        return said
      }),
      http.post('*/v1/exports', async ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'))
        bodies.push(await request.json())
        // The answer of the first try is lost on its way.
        return keys.length === 1
          ? refused(502, 'temporarily_unavailable')
          : HttpResponse.json(PREPARED, { status: 201 })
      }),
      http.get('*/v1/exports/e1', () => HttpResponse.json(now)),
      http.get('*/v1/exports/e1/file', () => file('long.csv')),
    )
    await openDialog({ period: 'all', search: 'E123' })
    await press(submit())
    await shows('The service does not answer right now')
    await press(submit())
    await shows('Waiting for its turn')
    expect(keys[0]).toBeTruthy()
    expect(keys[1]).toBe(keys[0])
    expect(bodies[1]).toMatchObject({
      list: 'payin.payments',
      format: 'csv',
      columns: ['amount', 'status'],
      titles: null,
      locale: 'en',
      filters: [
        { name: 'order_by', value: 'created_at' },
        { name: 'sort', value: 'desc' },
        { name: 'search', value: 'E123' },
      ],
    })
    now = { ...PREPARED, status: 'running', rows: 4_000, total: 12_000 }
    await shows('4,000 of 12,000')
    now = { ...now, status: 'succeeded', rows: 12_000 }
    await shows('The file is ready.')
    await press(find('button', 'Download'))
    await vi.waitFor(() => expect(saved).toEqual(['long.csv']))
  })

  it('that failed says why', async () => {
    network.use(
      http.get(FILE, () => refused(409, 'export_too_large')),
      http.post('*/v1/exports', () => HttpResponse.json(PREPARED, { status: 201 })),
      http.get('*/v1/exports/e1', () =>
        HttpResponse.json({ ...PREPARED, status: 'failed', error: 'export_beyond_limit' }),
      ),
    )
    await openDialog()
    await press(submit())
    await shows('The export failed: A file has at most 1,000,000 rows')
  })
})

describe('the exports of a person', () => {
  const row = (part: Partial<Export>) => ({ ...PREPARED, company_name: 'Loja Aurora', ...part })

  it('are downloaded where they are ready, and can be given up where they are not', async () => {
    let running = row({ id: 'e2', status: 'running', rows: 10, total: 20 })
    let canceled = 0
    network.use(
      http.get('*/v1/exports', () =>
        HttpResponse.json([row({ id: 'e3', status: 'succeeded', rows: 12_000 }), running], {
          headers: { 'X-Total': '2', 'X-Total-Pages': '1' },
        }),
      ),
      http.get('*/v1/exports/e2', () => HttpResponse.json(running)),
      http.get('*/v1/exports/e3/file', () => file('ready.csv')),
      http.post('*/v1/exports/e2/cancel', () => {
        canceled += 1
        running = { ...running, status: 'canceled' }
        return HttpResponse.json(running)
      }),
    )
    await open(() => <ExportsList />)
    await shows('Payins')
    await shows('12,000')
    const download = find('button', 'Download')
    download.click()
    download.click()
    await vi.waitFor(() => expect(saved).toEqual(['ready.csv']))
    await press(find('button', 'Cancel the export'))
    await shows('Cancelled')
    expect(canceled).toBe(1)
  })
})
