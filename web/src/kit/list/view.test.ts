import { describe, expect, it } from 'vitest'
import { keepView, moved, readView, shownColumns } from './view'

const list = {
  name: 'test',
  columns: [{ key: 'id', locked: true }, { key: 'amount' }, { key: 'fee' }, { key: 'txid', hidden: true }],
}

describe('the view of a list', () => {
  it('is the definition until somebody chooses', () => {
    expect(readView(list)).toEqual({ columns: null, perPage: 25, mode: 'pages', density: 'comfortable' })
    expect(shownColumns(list, null)).toEqual(['id', 'amount', 'fee'])
  })

  it('comes back after it was chosen', () => {
    keepView(list, { columns: ['txid'], perPage: 50, mode: 'continuous', density: 'compact' })
    const view = readView(list)
    expect(view).toMatchObject({ perPage: 50, mode: 'continuous', density: 'compact' })
    expect(shownColumns(list, view.columns)).toEqual(['id', 'txid'])
  })

  it('shows the columns in the order that was chosen', () => {
    expect(shownColumns(list, ['fee', 'id', 'amount'])).toEqual(['fee', 'id', 'amount'])
    expect(shownColumns(list, ['fee', 'amount', 'fee'])).toEqual(['id', 'fee', 'amount'])
  })

  it('moves a column to another place, at most to the ends', () => {
    expect(moved(['id', 'amount', 'fee'], 'fee', 0)).toEqual(['fee', 'id', 'amount'])
    expect(moved(['id', 'amount', 'fee'], 'id', 1)).toEqual(['amount', 'id', 'fee'])
    expect(moved(['id', 'amount', 'fee'], 'id', 9)).toEqual(['amount', 'fee', 'id'])
    expect(moved(['id', 'amount', 'fee'], 'fee', -3)).toEqual(['fee', 'id', 'amount'])
  })

  it('forgets columns that are gone and sizes that never were', () => {
    localStorage.setItem('list:test', JSON.stringify({ columns: ['fee', 'colour'], perPage: 17 }))
    const view = readView(list)
    expect(shownColumns(list, view.columns)).toEqual(['id', 'fee'])
    expect(view.perPage).toBe(25)
  })

  it.each(['', 'nonsense', 'null', '[]', '{"columns":3}'])('survives a stored %j', (stored) => {
    localStorage.setItem('list:test', stored)
    expect(readView(list)).toEqual({ columns: null, perPage: 25, mode: 'pages', density: 'comfortable' })
  })
})
