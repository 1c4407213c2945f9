import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeAll, beforeEach, describe, expect, it, type Mock, vi } from 'vitest'
import { queries } from '../../app/queries'
import { closeAlert, setAccount } from '../../app/state'
import * as storage from '../../app/storage'
import { fakeNetwork, HttpResponse, http, refused } from '../../app/test-kit'
import { closeDialog, find, press, realTexts, shows } from '../../app/test-page'
import type { Money } from '../format'
import { defineList } from '../list/definition'
import { readSearch } from '../list/search'
import type { Selection } from '../list/selection'
import { drawRouted } from '../modal/test-routed'
import { withBulk } from './BulkCommands'
import { BulksList } from './BulksList'
import type { Bulk } from './server'

vi.mock('../export/constants', () => ({ EXPORT_POLL: 5 }))

interface Row {
  id: string
  status: string
  amount: Money
}

const LIST = withBulk(
  defineList<Row>({
    name: 'test.rows',
    path: '/v1/payin/charges',
    rowKey: ({ id }) => id,
    order: { by: 'id', sort: 'desc' },
    status: { key: 'status', values: [{ value: 'paid', label: 'payin.status.paid', tone: 'success' }] },
    facets: '/v1/payin/charges/facets',
    columns: [
      { key: 'id', kind: 'id', title: 'payin.column.id', sortable: true },
      { key: 'amount', kind: 'money', title: 'payin.column.amount' },
    ],
    card: ({ id }) => ({ title: id }),
  }),
  [
    {
      name: 'payin:charge:cancel',
      words: 'payin.bulk.cancel',
      permissions: ['payin::charge:write'],
      danger: true,
      takes: ({ status }) => status === 'pending',
    },
    {
      name: 'payin:refund:create',
      words: 'payin.bulk.refund',
      permissions: ['payin::charge:write'],
      moves: 'at_most',
    },
  ],
)
const BEGUN: Bulk = {
  id: 'b1',
  command: 'payin:charge:cancel',
  company_id: 2,
  status: 'queued',
  total: 2,
  done: 0,
  awaiting: 0,
  refused: 0,
  failed: 0,
  created_at: '2026-11-20T12:00:00Z',
  finished_at: null,
}

const network = fakeNetwork()
let clear: Mock<() => void>
let bodies: unknown[]

beforeAll(async () => {
  await realTexts()
  // Its code comes with the first press, and takes a while where tests run beside each other.
  await import('./BulkDialog')
})
beforeEach(() => {
  queries.clear()
  closeAlert()
  storage.write('permissions', 'payin::charge:write')
  setAccount({ id: 2, name: 'Loja Aurora', unique: false })
  clear = vi.fn()
  bodies = []
  network.use(
    http.get('*/v1/payin/charges/facets', () => {
      const sums = { amount: [{ amount: 9_876_543, currency: 'BRL' }] }
      return HttpResponse.json({ total: { count: 1_234, sums, estimated: false }, columns: {} })
    }),
    http.post('*/v1/bulk', async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json(BEGUN, { status: 201 })
    }),
  )
})

afterEach(closeDialog)

async function open(selection: Selection, search: Record<string, string> = {}): Promise<void> {
  const Bar = LIST.bulk!
  const { state } = readSearch(LIST, search)
  await drawRouted(() => (
    <QueryClientProvider client={queries}>
      <Bar selection={selection} filters={state} total={2} clear={clear} />
    </QueryClientProvider>
  ))
}

const rowOf = (id: string, status: string) => ({ id, status, amount: { amount: 1_250, currency: 'BRL' } })
const ticked = (...states: readonly string[]): Selection => ({
  kind: 'ids',
  rows: new Map(states.map((status, index) => [`c${index + 1}`, rowOf(`c${index + 1}`, status)])),
})
const TICKED = ticked('pending', 'pending')
const confirm = () => find<HTMLButtonElement>('button[type=submit]')

describe('a Command on many rows', () => {
  it('is not offered to those who may not do it', async () => {
    storage.forget('permissions')
    await open(TICKED)
    expect(document.querySelector('button')).toBeNull()
  })

  it('is not offered where no ticked row can take it', async () => {
    await open(ticked('paid', 'expired'))
    expect([...document.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['Refund'])
  })

  it('says of how many ticked rows it is done, and is done to those alone', async () => {
    network.use(http.get('*/v1/bulk/b1', () => HttpResponse.json({ ...BEGUN, status: 'finished', done: 2 })))
    await open(ticked('pending', 'paid', 'paid', 'pending', 'expired'))
    await press(find('button', 'Cancel charges · 2 of 5'))
    await shows('Cancel 2 charges')
    await shows('2 of the 5 selected rows can take this; the others stay as they are.')
    await shows('Sum of the amountsR$25.00')
    await press(confirm())
    await shows('All of it is done.')
    expect(bodies).toEqual([{ command: 'payin:charge:cancel', ids: ['c1', 'c4'], filters: null, input: {} }])
  })

  it('waits for one merchant to be chosen', async () => {
    setAccount({ id: 'all', name: 'All', unique: false })
    await open(TICKED)
    expect(find<HTMLButtonElement>('button', 'Cancel charges').disabled).toBe(true)
  })

  it('says for whom, how many and what will happen before it is done, and is done once', async () => {
    network.use(http.get('*/v1/bulk/b1', () => HttpResponse.json({ ...BEGUN, status: 'running', done: 1 })))
    await open(TICKED)
    await press(find('button', 'Cancel charges'))
    await shows('For Loja Aurora')
    await shows('Cancel 2 charges')
    await shows('withdrawn at the provider')
    await shows('Sum of the amountsR$25.00')
    expect(bodies).toEqual([])
    const button = confirm()
    button.click()
    button.click()
    await shows('1 of 2')
    expect(bodies).toEqual([{ command: 'payin:charge:cancel', ids: ['c1', 'c2'], filters: null, input: {} }])
    expect(clear).not.toHaveBeenCalled()
  })

  it('that moves money has the sum in its button, and one that moves none has not', async () => {
    await open(TICKED)
    await press(find('button', 'Refund'))
    await shows('Refund 2 charges')
    expect(confirm().textContent).toBe('Refund up to R$25.00')
    await closeDialog()
    await press(find('button', 'Cancel charges'))
    await shows('Cancel 2 charges')
    expect(confirm().textContent).toBe('Cancel charges')
  })

  it('of all that match sends the filters, never the page', async () => {
    network.use(http.get('*/v1/bulk/b1', () => HttpResponse.json({ ...BEGUN, status: 'finished', done: 2 })))
    await open({ kind: 'matching', count: 1_230 }, { status: 'paid', page: '7' })
    await press(find('button', 'Cancel charges'))
    // Some came since they were ticked: count and sum are of one reading.
    await shows('Cancel 1,234 charges')
    await shows('Sum of the amountsR$98,765.43')
    await press(confirm())
    await shows('All of it is done.')
    expect(bodies).toEqual([
      {
        command: 'payin:charge:cancel',
        ids: null,
        filters: [
          { name: 'order_by', value: 'id' },
          { name: 'sort', value: 'desc' },
          { name: 'status', value: 'paid' },
        ],
        input: {},
      },
    ])
  })

  it('names each row that was not done with its reason, and gives all of them as a file', async () => {
    const asked: URLSearchParams[] = []
    const saved: string[] = []
    URL.createObjectURL = vi.fn(() => 'blob:file')
    URL.revokeObjectURL = vi.fn()
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    network.use(
      http.get('*/v1/bulk/b1', () =>
        HttpResponse.json({ ...BEGUN, status: 'finished', done: 1, refused: 1 }),
      ),
      http.get('*/v1/bulk/items', ({ request }) => {
        asked.push(new URL(request.url).searchParams)
        return HttpResponse.json([
          { number: 2, id: 'c2', status: 'refused', detail: 'charge_not_open', done_at: null, bulk_id: 'b1' },
        ])
      }),
      http.get('*/v1/bulk/items/export', ({ request }) => {
        asked.push(new URL(request.url).searchParams)
        return new HttpResponse('x', { headers: { 'Content-Disposition': 'attachment; filename="r.csv"' } })
      }),
    )
    await open(TICKED)
    await press(find('button', 'Cancel charges'))
    await press(confirm())
    await shows('Some rows were left as they were.')
    await shows('c2')
    await shows('This charge can no longer be cancelled')
    expect(asked[0]?.get('status')).toBe('refused,failed')
    await press(find('button', 'Download CSV'))
    await vi.waitFor(() => expect(saved).toEqual(['r.csv']))
    expect([asked[1]?.get('bulk_id'), asked[1]?.get('format')]).toEqual(['b1', 'csv'])
    expect(asked[1]?.get('columns')).toBe('number,id,status,detail,done_at')
    await press(find('[role=dialog] footer button', 'Close'))
    expect(clear).toHaveBeenCalledOnce()
  })

  it('has a result that is opened again from the list of them', async () => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    )
    const row = { ...BEGUN, status: 'finished' as const, done: 2, company_name: 'Loja Aurora' }
    network.use(
      http.get('*/v1/bulk', () => HttpResponse.json([row], { headers: { 'X-Total': '1' } })),
      http.get('*/v1/bulk/b1', () => HttpResponse.json(row)),
    )
    await drawRouted(() => (
      <QueryClientProvider client={queries}>
        <BulksList />
      </QueryClientProvider>
    ))
    await shows('Cancel charges')
    await press(find('button', 'Result'))
    await shows('All of it is done.')
  })

  it('that is refused as a whole says why and can be tried again', async () => {
    const uncounted = { total: { count: 20_000, sums: null, estimated: true }, columns: {} }
    network.use(
      http.post('*/v1/bulk', () => refused(409, 'bulk_too_large')),
      http.get('*/v1/payin/charges/facets', () => HttpResponse.json(uncounted)),
    )
    await open({ kind: 'matching', count: 20_000 })
    await press(find('button', 'Cancel charges'))
    await shows('they are not added up')
    await press(confirm())
    await shows('More than 10,000 rows match')
    expect(confirm().getAttribute('aria-busy')).toBeNull()
  })
})
