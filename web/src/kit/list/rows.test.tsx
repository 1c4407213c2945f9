import { useEffect } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { queries } from '../../app/queries'
import { acting, find, press, shows } from '../../app/test-page'
import type { BulkBarProps } from './selection'
import { list, listTests, rows } from './test-list'

const { serve, open } = listTests()

function Bulk({ selection, total }: BulkBarProps) {
  return <p>{`${selection.kind} of ${total}`}</p>
}

const ticked = { ...list, selectable: true, bulk: Bulk, href: ({ id }: { id: string }) => `/record/${id}` }
const TOTAL = { 'X-Total': '23', 'X-Total-Pages': '3', 'X-Next-Page': '2' }

const boxes = () => [...document.querySelectorAll<HTMLInputElement>('tbody input')]
const checked = () => boxes().flatMap((box, place) => (box.checked ? [place] : []))
const row = (place: number) => document.querySelectorAll<HTMLElement>('tbody tr')[place]!
const tick = (place: number, held: MouseEventInit = {}) =>
  acting(() => boxes()[place]!.dispatchEvent(new MouseEvent('click', { bubbles: true, ...held })))
const key = (name: string, held: KeyboardEventInit = {}) =>
  acting(() =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...held }),
    ),
  )

describe('the rows of a list', () => {
  it('are ticked one by one and by a range, and the bar counts them', async () => {
    serve(() => rows(10), TOTAL)
    await open('', ticked)
    await shows('Order 9')
    expect(document.body.textContent).not.toContain('selected')
    await tick(2)
    await shows('1 selected')
    await tick(5, { shiftKey: true })
    await shows('4 selected')
    expect(checked()).toEqual([2, 3, 4, 5])
    await shows('ids of 23')
    await tick(3)
    expect(checked()).toEqual([2, 4, 5])
    expect(find<HTMLInputElement>('thead input').indeterminate).toBe(true)
  })

  it('are all ticked by the heading, then all that match, and one untick takes them back to those on the screen', async () => {
    serve(() => rows(10), TOTAL)
    await open('', ticked)
    await shows('Order 9')
    await acting(() => find('thead input').click())
    await shows('10 selected')
    await press(find('button', 'Select all 23 that match'))
    await shows('All 23 selected')
    await shows('matching of 23')
    await tick(0)
    await shows('9 selected')
    await press(find('button', 'Clear the selection'))
    expect(checked()).toEqual([])
  })

  it('stay ticked on another page, and no longer under another filter', async () => {
    serve((query) => rows(10, (Number(query.get('page')) - 1) * 10), TOTAL)
    const router = await open('', ticked)
    await shows('Order 9')
    await tick(1)
    await press(find('button', 'Next page'))
    await shows('Order 19')
    await shows('1 selected')
    expect(checked()).toEqual([])
    await acting(() => router.navigate({ to: '.', search: { status: 'paid' } as never }))
    await vi.waitFor(() => expect(document.body.textContent).not.toContain('selected'))
  })

  it('that are ticked are summed up to the cent, over pages and in each currency', async () => {
    const foreign = (from: number) => {
      const page = rows(10, from)
      if (from === 10) page[0]!.amount = { amount: 5, currency: 'USD' }
      return page
    }
    serve((query) => foreign((Number(query.get('page')) - 1) * 10), TOTAL)
    await open('', ticked)
    await shows('Order 9')
    await tick(0)
    await tick(1)
    await shows('2 selectedR$2,499.81')
    await press(find('button', 'Next page'))
    await shows('Order 19')
    await tick(0)
    await shows('3 selectedR$2,499.81 + USD\u00a00.05')
    await press(find('button', 'Previous page'))
    await shows('Order 9')
    await tick(0)
    await shows('2 selectedR$1,249.91 + USD\u00a00.05')
  })

  it('are walked, ticked and left by keys', async () => {
    serve(() => rows(10), TOTAL)
    const router = await open('', ticked)
    await shows('Order 9')
    expect([...document.querySelectorAll('tbody tr[tabindex="0"]')]).toEqual([row(0)])
    row(0).focus()
    await key('ArrowDown')
    await key('j')
    expect(document.activeElement).toBe(row(2))
    expect([...document.querySelectorAll('tbody tr[tabindex="0"]')]).toEqual([row(2)])
    await key('k')
    await key(' ')
    expect(checked()).toEqual([1])
    await key('End')
    expect(document.activeElement).toBe(row(9))
    await key(' ', { shiftKey: true })
    expect(checked()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    await key('Escape')
    expect(checked()).toEqual([])
    await key('Home')
    await key('Enter')
    expect(router.state.location.pathname).toBe('/record/row-0')
  })

  it('are come to by J from a button or a link, and not from a field', async () => {
    serve(() => rows(10), TOTAL)
    await open('', ticked)
    await shows('Order 9')
    const pressJ = (on: HTMLElement) =>
      acting(() =>
        on.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, cancelable: true })),
      )
    const search = find<HTMLInputElement>('input[type=search]')
    search.focus()
    await pressJ(search)
    expect(document.activeElement).toBe(search)
    const button = find('button', 'Next page')
    button.focus()
    await pressJ(button)
    expect(document.activeElement).toBe(row(0))
  })

  it('open beside this page with Ctrl and Enter, and with the middle button', async () => {
    const beside = vi.spyOn(window, 'open').mockReturnValue(null)
    serve(() => rows(10), TOTAL)
    await open('', ticked)
    await shows('Order 9')
    row(3).focus()
    await key('Enter', { ctrlKey: true })
    await acting(() => row(4).dispatchEvent(new MouseEvent('auxclick', { bubbles: true, button: 1 })))
    expect(beside.mock.calls.map(([href]) => href)).toEqual(['/record/row-3', '/record/row-4'])
  })

  it('have no ticks where the list has none', async () => {
    serve(() => rows(10), TOTAL)
    await open()
    await shows('Order 9')
    expect(boxes()).toEqual([])
    row(0).focus()
    await key(' ')
    expect(document.body.textContent).not.toContain('selected')
  })

  it('take the keyboard from anywhere on the page', async () => {
    serve(() => rows(10), TOTAL)
    await open()
    await shows('Order 9')
    await acting(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true })))
    expect(document.activeElement).toBe(row(0))
  })

  it('say which of how many they are', async () => {
    serve(() => rows(10, 10), TOTAL)
    await open('?page=2', ticked)
    await shows('Order 19')
    expect(find('table').getAttribute('aria-rowcount')).toBe('24')
    expect(row(0).getAttribute('aria-rowindex')).toBe('27')
  })

  it('are drawn again alone when they are ticked', async () => {
    const drawn = vi.fn()
    const watched = {
      ...ticked,
      columns: [
        ...ticked.columns.filter(({ key: name }) => name !== 'id'),
        { key: 'id', kind: 'text', title: 'payin.column.id', locked: true, render: drawn } as const,
      ],
    }
    serve(() => rows(10), TOTAL)
    await open('', watched)
    await shows('Order 9')
    drawn.mockClear()
    await tick(4)
    await shows('1 selected')
    expect(drawn).not.toHaveBeenCalled()
  })

  it('are ticked without drawing the bar for it twice', async () => {
    const bar = vi.fn()
    const Counted = ({ selection }: BulkBarProps) => {
      useEffect(() => bar(selection.kind === 'ids' && [...selection.rows.keys()]))
      return null
    }
    serve(() => rows(10), TOTAL)
    await open('', { ...ticked, bulk: Counted })
    await shows('Order 9')
    await tick(2)
    await shows('1 selected')
    bar.mockClear()
    await tick(4)
    await shows('2 selected')
    expect(bar.mock.calls).toEqual([[['row-2', 'row-4']]])
  })
})

describe('a list that somebody comes back to', () => {
  it('has the keyboard where it was, at the height where it was', async () => {
    serve(() => rows(10), TOTAL)
    const router = await open('', ticked)
    await shows('Order 9')
    row(6).focus()
    Object.assign(window, { scrollY: 480 })
    await key('Enter')
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/record/row-6'))
    Object.assign(window, { scrollY: 0 })
    ;(document.activeElement as HTMLElement).blur()
    await acting(() => router.history.back())
    await vi.waitFor(() => expect(document.activeElement).toBe(row(6)))
    expect(window.scrollTo).toHaveBeenCalledWith({ top: 480 })
  })

  it('loads as many rows as there were, where rows come continuously', async () => {
    localStorage.setItem('list:test.rows', JSON.stringify({ mode: 'continuous' }))
    const first = (query: URLSearchParams) => Number(query.get('cursor') ?? 0)
    serve(
      (query) => rows(10, first(query)),
      { 'X-Total': '40' },
      (query): Record<string, string> => ({ 'X-Next-Cursor': String(first(query) + 10) }),
    )
    const router = await open('', ticked)
    await shows('1–10 of 40')
    await press(find('button', 'More rows'))
    await shows('1–20 of 40')
    await press(find('button', 'More rows'))
    await shows('1–30 of 40')
    await acting(() => router.navigate({ href: '/record/row-1' }))
    // Later, nothing of the list is remembered.
    queries.clear()
    await acting(() => router.history.back())
    await shows('1–30 of 40')
    expect(document.body.textContent).toContain('More rows')
  })
})
