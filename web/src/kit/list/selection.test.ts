// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { between, countOf, isSelected, NOTHING, type Selection, select, shareOf } from './selection'

const page = ['a', 'b', 'c']
const rowsOf = (...ids: string[]) => new Map(ids.map((id) => [id, { id }]))
const tick = (selection: Selection, on: boolean, ...ids: string[]) =>
  select(selection, { type: 'rows', ids, on, loaded: rowsOf(...page) })

describe('a selection', () => {
  it('holds the rows that were ticked, and forgets those that were unticked', () => {
    const two = tick(NOTHING, true, 'a', 'c')
    expect(two).toEqual({ kind: 'ids', rows: rowsOf('a', 'c') })
    expect(tick(two, false, 'a')).toEqual({ kind: 'ids', rows: rowsOf('c') })
  })

  it('is none again once the last row is unticked', () => {
    expect(tick(tick(NOTHING, true, 'a'), false, 'a')).toEqual(NOTHING)
  })

  it('is kept over pages', () => {
    const both = select(tick(NOTHING, true, 'a'), {
      type: 'rows',
      ids: ['x'],
      on: true,
      loaded: rowsOf('x', 'y'),
    })
    expect(both).toEqual({ kind: 'ids', rows: rowsOf('a', 'x') })
  })

  it('never changes the one before it', () => {
    const one = tick(NOTHING, true, 'a')
    tick(one, true, 'b')
    expect(countOf(one)).toBe(1)
  })

  it('of all that match holds every row, loaded or not', () => {
    const all = select(NOTHING, { type: 'matching', count: 4321 })
    expect(countOf(all)).toBe(4321)
    expect(isSelected(all, 'never seen')).toBe(true)
    expect(tick(all, true, 'b')).toEqual(all)
  })

  it('of all that match without one row is the rows on the screen without it', () => {
    const all = select(NOTHING, { type: 'matching', count: 4321 })
    expect(tick(all, false, 'b')).toEqual({ kind: 'ids', rows: rowsOf('a', 'c') })
  })

  it('is none when it is cleared', () => {
    expect(select(tick(NOTHING, true, 'a'), { type: 'clear' })).toEqual(NOTHING)
  })

  it('is none, some or all of the screen', () => {
    expect(shareOf(NOTHING, page)).toBe('none')
    expect(shareOf(tick(NOTHING, true, 'b'), page)).toBe('some')
    expect(shareOf(tick(NOTHING, true, ...page), page)).toBe('all')
    expect(shareOf(tick(NOTHING, true, 'elsewhere'), page)).toBe('none')
  })
})

describe('a range of rows', () => {
  it('runs from one to the other, whichever is above', () => {
    expect(between(page, 'a', 'c')).toEqual(page)
    expect(between(page, 'c', 'b')).toEqual(['b', 'c'])
  })

  it('is the row alone where there is no other end', () => {
    expect(between(page, null, 'b')).toEqual(['b'])
    expect(between(page, 'gone', 'b')).toEqual(['b'])
  })
})
