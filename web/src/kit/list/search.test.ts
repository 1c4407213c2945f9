// @vitest-environment node
import { describe, expect, it } from 'vitest'
import type { ListNames } from './definition'
import { idsIn, isNarrowed, narrowing, readSearch, toQuery, writeSearch } from './search'

const list: ListNames = {
  name: 'test',
  order: { by: 'created_at', sort: 'desc' },
  period: 'created_at',
  amount: 'amount',
  search: 'any',
  status: {
    key: 'status',
    values: ['pending', 'paid', 'failed'].map((value) => ({ value, label: value, tone: 'info' })),
  },
  columns: [
    { key: 'created_at', kind: 'time', sortable: true },
    { key: 'amount', kind: 'money', sortable: true },
    { key: 'status', kind: 'status' },
    { key: 'reference', kind: 'text' },
  ],
}

describe('the address of a list', () => {
  it('is empty while nothing is chosen', () => {
    const { state, dropped } = readSearch(list, {})
    expect(dropped).toEqual([])
    expect(state).toMatchObject({ page: 1, perPage: 25, period: { preset: '30d' } })
    expect(writeSearch(list, state)).toEqual({})
  })

  it('comes back as it was written', () => {
    const search = {
      page: '3',
      per_page: '50',
      order_by: 'amount',
      sort: 'asc',
      search: 'E123,E456',
      created_at_from: '2026-11-01',
      created_at_to: '2026-11-20',
      status: 'pending,paid',
      amount_from: '1000',
      reference: 'Order 48210, the second',
    }
    const { state, dropped } = readSearch(list, search)
    expect(dropped).toEqual([])
    expect(writeSearch(list, state)).toEqual(search)
  })

  it('keeps the page and size of links that write them out', () => {
    expect(readSearch(list, { per_page: '10', page: '1' }).dropped).toEqual([])
  })

  it.each([
    ['colour', 'red'],
    ['page', '0'],
    ['page', 'two'],
    ['per_page', '17'],
    ['order_by', 'reference'],
    ['sort', 'sideways'],
    ['period', 'fortnight'],
    ['created_at_from', '2026-02-31'],
    ['created_at_to', 'soon'],
    ['amount_from', '-5'],
    ['amount_to', '1e3'],
    ['status', 'lost'],
  ])('drops %s=%s and says so', (name, value) => {
    const { state, dropped } = readSearch(list, { [name]: value })
    expect(dropped).toEqual([name])
    expect(writeSearch(list, state)).toEqual({})
  })

  it('keeps the states that mean something beside one that does not', () => {
    const { state, dropped } = readSearch(list, { status: 'paid,lost' })
    expect(state.status).toEqual(['paid'])
    expect(dropped).toEqual(['status'])
  })

  it('drops a period that ends before it begins', () => {
    const { state, dropped } = readSearch(list, {
      created_at_from: '2026-11-20',
      created_at_to: '2026-11-01',
    })
    expect(state.period).toEqual({ preset: '30d' })
    expect(dropped).toEqual(['created_at_to'])
  })

  it.each([
    [{ created_at_from: '2026-01-01', created_at_to: '2026-04-11' }, ['created_at_from']],
    [{ created_at_from: '2026-01-01', created_at_to: '2026-04-10' }, []],
    [{ period: '365d' }, ['period']],
    [{ period: 'all' }, ['period']],
    [{ period: '90d' }, []],
  ])('of %j drops %j where a period has at most 100 days', (search, dropped) => {
    expect(readSearch({ ...list, longest: 100 }, search).dropped).toEqual(dropped)
  })

  it('remembers the size of page that the person prefers', () => {
    const { state } = readSearch(list, {}, 50)
    expect(state.perPage).toBe(50)
    expect(writeSearch(list, state, 50)).toEqual({})
    expect(writeSearch(list, { ...state, perPage: 10 }, 50)).toEqual({ per_page: '10' })
  })
})

describe('the query of the call', () => {
  it('names every choice as the server does', () => {
    const { state } = readSearch(list, { status: 'paid,pending', amount_from: '1000', period: 'yesterday' })
    const query = toQuery(list, state, 'America/Sao_Paulo', new Date('2026-11-20T15:00:00Z'))
    expect(query).toMatchObject({
      page: 1,
      per_page: 25,
      order_by: 'created_at',
      sort: 'desc',
      status: 'pending,paid',
      amount_from: 1000,
      created_at_from: '2026-11-19T03:00:00.000Z',
      created_at_to: '2026-11-20T02:59:59.999999Z',
    })
  })

  it('leaves the time open for everything', () => {
    const { state } = readSearch(list, { period: 'all' })
    expect(Object.keys(toQuery(list, state, 'UTC'))).not.toContain('created_at_from')
  })
})

it('a period alone does not narrow a list', () => {
  expect(isNarrowed(readSearch(list, { period: '7d' }).state)).toBe(false)
  expect(isNarrowed(readSearch(list, { reference: 'x' }).state)).toBe(true)
})

it('what narrows a list is the same on its other pages and in another order, and not under another filter', () => {
  const of = (search: Record<string, string>) => narrowing(list, readSearch(list, search).state)
  expect(of({ status: 'paid', page: '4', per_page: '50', order_by: 'amount' })).toBe(of({ status: 'paid' }))
  expect(of({ status: 'paid', period: '7d' })).not.toBe(of({ status: 'paid' }))
})

it('ids are parted as the server parts them', () => {
  expect(idsIn(' E1, E2;E3\n\tE1  ')).toEqual(['E1', 'E2', 'E3'])
  expect(idsIn('')).toEqual([])
  expect(idsIn('Order 48704')).toEqual(['Order 48704'])
})
