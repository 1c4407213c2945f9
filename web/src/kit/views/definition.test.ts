// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { readSearch } from '../list/search'
import {
  canKeepPeriod,
  type Definition,
  definitionOf,
  isChanged,
  type Look,
  readDefinition,
  type SavedView,
  type Viewed,
} from './definition'

const list: Viewed = {
  name: 'test.rows',
  order: { by: 'created_at', sort: 'desc' },
  period: 'created_at',
  amount: 'amount',
  status: {
    key: 'status',
    values: [
      { value: 'paid', label: 'a', tone: 'success' },
      { value: 'pending', label: 'b', tone: 'awaiting' },
    ],
  },
  search: 'x',
  views: 'test.rows',
  columns: [
    { key: 'created_at', kind: 'time', sortable: true, locked: true },
    { key: 'status', kind: 'status' },
    { key: 'amount', kind: 'money', sortable: true },
    { key: 'reference', kind: 'text', hidden: true },
  ],
}
const look: Look = { columns: ['created_at', 'amount', 'reference'], mode: 'continuous', density: 'compact' }
const at = (search: Record<string, string>) => readSearch(list, search).state
const view = (definition: Definition): SavedView => ({
  id: 'v1',
  list: 'test.rows',
  name: 'Mine',
  shared: false,
  is_default: false,
  updated_at: '2026-11-20T12:00:00Z',
  definition,
})

describe('a saved view', () => {
  it('keeps filters, order, columns and look, and neither the page nor its size', () => {
    const state = at({
      status: 'paid',
      amount_from: '100',
      page: '7',
      per_page: '50',
      view: 'v9',
      sort: 'asc',
    })
    expect(definitionOf(list, state, look, false)).toEqual({
      version: 1,
      search: { status: 'paid', amount_from: '100', sort: 'asc' },
      ...look,
    })
  })

  it('keeps a period that moves with time when asked to, the usual one too, and never fixed days', () => {
    expect(definitionOf(list, at({}), look, true).search).toEqual({ period: '30d' })
    expect(definitionOf(list, at({ period: '7d' }), look, false).search).toEqual({})
    const fixed = at({ created_at_from: '2026-11-01', created_at_to: '2026-11-02' })
    expect(canKeepPeriod(list, fixed)).toBe(false)
    expect(definitionOf(list, fixed, look, true).search).toEqual({})
  })

  it('comes back as it was kept', () => {
    const state = at({ status: 'paid,pending', search: 'E123', period: '7d', reference: 'Order 1' })
    const found = readDefinition(list, definitionOf(list, state, look, true))
    expect(found.state).toMatchObject({
      status: ['paid', 'pending'],
      search: 'E123',
      period: { preset: '7d' },
      equals: { reference: 'Order 1' },
    })
    expect(found.look).toEqual(look)
    expect(found.dropped).toEqual([])
  })

  it('without a period leaves the one there is', () => {
    expect(
      readDefinition(list, definitionOf(list, at({ period: '7d' }), look, false)).state,
    ).not.toHaveProperty('period')
  })

  it('from a time when the list was another loses what is gone, by its name', () => {
    const {
      state,
      look: seen,
      dropped,
    } = readDefinition(list, {
      version: 1,
      search: { colour: 'red', status: 'paid', order_by: 'colour' },
      columns: ['created_at', 'colour', 'amount'],
      density: null,
      mode: null,
    })
    expect(dropped).toEqual(['colour', 'order_by', 'colour'])
    expect(state.status).toEqual(['paid'])
    expect(seen).toEqual({ columns: ['created_at', 'amount'], mode: 'pages', density: 'comfortable' })
  })

  it('is changed by a filter, the order, a column, the order of columns or the look, and by nothing else', () => {
    const state = at({ status: 'paid', period: '7d' })
    const saved = view(definitionOf(list, state, look, true))
    expect(isChanged(list, saved, state, look)).toBe(false)
    expect(isChanged(list, saved, { ...state, page: 3, perPage: 50, view: 'v1' }, look)).toBe(false)
    const others: Record<string, string>[] = [{ status: 'pending' }, { status: 'paid', sort: 'asc' }, {}]
    for (const other of others)
      expect(isChanged(list, saved, at({ period: '7d', ...other }), look)).toBe(true)
    expect(isChanged(list, saved, at({ status: 'paid', period: 'today' }), look)).toBe(true)
    expect(isChanged(list, saved, state, { ...look, columns: ['created_at', 'reference', 'amount'] })).toBe(
      true,
    )
    expect(isChanged(list, saved, state, { ...look, density: 'comfortable' })).toBe(true)
    const anyPeriod = view(definitionOf(list, state, look, false))
    expect(isChanged(list, anyPeriod, at({ status: 'paid', period: 'today' }), look)).toBe(false)
  })
})
