import { describe, expect, it, vi } from 'vitest'
import { alert, refreshTables } from '../../app/state'
import { refused } from '../../app/test-kit'
import { acting, find, press, shows } from '../../app/test-page'
import { RECORD_POLL } from '../record/useRecord'
import { listTests, rows } from './test-list'

const { asked, serve, open } = listTests()

const TOTAL = { 'X-Total': '23', 'X-Total-Pages': '3', 'X-Next-Page': '2' }

describe('a list', () => {
  it('shows its rows by the kinds of its columns', async () => {
    serve(() => rows(10), TOTAL)
    await open()
    await shows('Order 0')
    const text = document.querySelector('tbody tr')?.textContent ?? ''
    expect(text).toContain('Paid')
    expect(text).toContain('1,249.90')
    expect(document.querySelector('thead')?.textContent).toContain('Amount (R$)')
    expect(document.body.textContent).toContain('1–10 of 23')
    expect(document.body.textContent).toContain('23 in the last 30 days')
  })

  it('has only its head in the first picture of a page: what it is, and how much of it there is', async () => {
    serve(() => rows(10), TOTAL)
    await open('', undefined, false)
    await shows('23 in the last 30 days')
    expect(document.querySelector('h1')?.textContent).toBe('Rows')
    expect(document.querySelector('section, table')).toBeNull()
  })

  it('asks by what the address says, and puts what is chosen there', async () => {
    serve(() => rows(10), TOTAL)
    const router = await open('?status=paid&amount_from=1000&per_page=25')
    await shows('Order 0')
    expect(asked[0]?.get('status')).toBe('paid')
    expect(asked[0]?.get('amount_from')).toBe('1000')
    expect(asked[0]?.get('per_page')).toBe('25')

    await press(find('button', 'Amount (R$)'))
    await vi.waitFor(() => expect(router.state.location.search).toMatchObject({ order_by: 'amount' }))
    await press(find('button', 'Next page'))
    await vi.waitFor(() => expect(asked.at(-1)?.get('page')).toBe('2'))
    expect(asked.at(-1)?.get('order_by')).toBe('amount')
    await press(find('button', 'Remove the filter Status'))
    await vi.waitFor(() => expect(asked.at(-1)?.has('status')).toBe(false))
    expect(asked.at(-1)?.get('page')).toBe('1')
  })

  it('drops what means nothing to it from the address, says so, and loads', async () => {
    serve(() => rows(10), TOTAL)
    const router = await open('?colour=red&status=lost&page=2')
    await shows('Order 0')
    await vi.waitFor(() => expect(router.state.location.search).toEqual({ page: '2' }))
    expect(alert.get().message[0]).toContain('colour, status')
    expect(asked.every((query) => !query.has('colour'))).toBe(true)
  })

  it('drops a value that the server does not understand, too', async () => {
    serve(
      (query) => (query.has('reference') ? refused(400, { reference: ['not_allowed'] }) : rows(10)),
      TOTAL,
    )
    const router = await open('?reference=nonsense')
    await shows('Order 0')
    expect(router.state.location.search).toEqual({})
    expect(alert.get().message[0]).toContain('reference')
  })

  it('is narrowed by a column with few values, which its chip shows in words', {
    timeout: 20_000,
  }, async () => {
    serve(() => rows(10), TOTAL)
    const router = await open('?reference=o1')
    await shows('Order 0')
    await vi.waitFor(() => find('button', 'Reference Order 1'))
    expect(asked[0]?.get('reference')).toBe('o1')
    await press(find('button', 'Remove the filter Reference'))
    await vi.waitFor(() => expect(asked.at(-1)?.has('reference')).toBe(false))
    await press(find('button', 'Filter'))
    // The windows' code comes first.
    const patient = { timeout: 10_000 }
    await press(await vi.waitFor(() => find('button', 'Reference'), patient))
    await press(await vi.waitFor(() => find('button', 'Order 1'), patient))
    await vi.waitFor(() => expect(router.state.location.search).toEqual({ reference: 'o1' }))
  })

  it('says that an estimated total is one', async () => {
    serve(() => rows(10), {
      'X-Total': '4800000',
      'X-Total-Pages': '480000',
      'X-Next-Page': '2',
      'X-Total-Estimated': '1',
    })
    await open()
    await shows('About 4,800,000 in the last 30 days')
    await shows('1–10 of about 4,800,000')
  })

  it('offers a longer period when there is nothing in this one', async () => {
    serve((query) => (asked.length === 1 || !query.has('created_at_from') ? [] : rows(1)), {
      'X-Total': '0',
    })
    // Somebody looked for something: what has never been there is told in other words.
    await open('?reference=nobody')
    await shows('No result in this period')
    const before = asked[0]?.get('created_at_from') ?? ''
    await press(find('button', 'Extend by 90 days'))
    await shows('Order 0')
    const after = asked.at(-1)?.get('created_at_from') ?? ''
    expect(Math.round((Date.parse(before) - Date.parse(after)) / 86_400_000)).toBe(90)
  })

  it('that has never had a row says what will stand there, and how it begins', async () => {
    serve(() => [], { 'X-Total': '0' })
    await open()
    await shows('Charge your customers by Pix')
    await shows('Create a charge, share its code, and see it paid within seconds.')
    expect(asked.some((query) => query.get('per_page') === '1' && !query.has('created_at_from'))).toBe(true)
  })

  it('that has rows in another period says only that this one has none', async () => {
    serve(() => [], { 'X-Total': '0' })
    await open('?period=today&reference=nobody')
    await shows('No result in this period')
    expect(document.body.textContent).not.toContain('Charge your customers by Pix')
  })

  it('says that a search finds whole values only, and which, before and when it finds nothing', async () => {
    serve(() => [], { 'X-Total': '0' })
    await open('?search=Silv')
    expect(find('input[type=search]').title).toContain('Ids and documents are found whole.')
    await shows('Ids and documents are found whole.')
    await shows('This list is searched by: Name, amount, document or id.')
  })

  it('says that a page is past the end', async () => {
    serve((query) => (query.get('page') === '1' ? rows(3) : []), { 'X-Total': '3', 'X-Total-Pages': '1' })
    await open('?page=9')
    await shows('This page is past the end of the list')
    await press(find('button', 'To the first page'))
    await shows('Order 0')
  })

  it('says what failed and loads again on a press', async () => {
    serve(() => (asked.length === 1 ? refused(422, 'forbidden') : rows(2)), { 'X-Total': '2' })
    await open()
    await shows('You may not do this')
    await press(find('button', 'Try again'))
    await shows('Order 1')
  })

  it('says that somebody may not see it, and offers no press that would change nothing', async () => {
    serve(() => refused(403, 'forbidden'), {})
    await open()
    await shows('You are unauthorized')
    expect(document.body.textContent).not.toContain('Try again')
  })

  it('loads on by cursor when the person likes it without pages', async () => {
    localStorage.setItem('list:test.rows', JSON.stringify({ mode: 'continuous' }))
    serve(
      (query) => (query.has('cursor') ? rows(3, 10) : rows(10)),
      { 'X-Total': '13', 'X-Total-Pages': '2' },
      (query): Record<string, string> => (query.has('cursor') ? {} : { 'X-Next-Cursor': 'after-9' }),
    )
    await open()
    await shows('1–10 of 13')
    await press(find('button', 'More rows'))
    await shows('1–13 of 13')
    expect(asked.at(-1)?.get('cursor')).toBe('after-9')
    expect(document.querySelectorAll('tbody tr')).toHaveLength(13)
    expect(document.body.textContent).not.toContain('More rows')
  })

  it('loads again when every list is told to', async () => {
    serve(() => rows(1), { 'X-Total': '1' })
    await open()
    await shows('Order 0')
    const before = asked.length
    await acting(() => refreshTables())
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(before))
  })

  it('asks again by itself as long as a row waits, and no longer', async () => {
    let status = 'sent'
    serve(() => rows(1).map((row) => Object.assign(row, { status })), { 'X-Total': '1' })
    await open()
    await shows('Order 0')
    status = 'paid'
    await vi.waitFor(() => expect(document.querySelector('tbody tr')?.textContent).toContain('Paid'), 5000)
    const settled = asked.length
    await new Promise((done) => setTimeout(done, RECORD_POLL + 500))
    expect(asked).toHaveLength(settled)
  }, 15_000)
})
