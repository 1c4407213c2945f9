import { describe, expect, it, vi } from 'vitest'
import { acting, draw, find, press, realTexts, shows, type } from '../../app/test-page'
import { listTests, rows } from '../list/test-list'
import AmountPanel from './AmountPanel'
import PeriodPanel from './PeriodPanel'
import SearchPanel from './SearchPanel'

const { asked, serve, open } = listTests()

const TOTAL = { 'X-Total': '23', 'X-Total-Pages': '3', 'X-Next-Page': '2' }
const paste = (text: string) =>
  acting(() => {
    const event = new Event('paste', { bubbles: true, cancelable: true })
    find('input[type=search]').dispatchEvent(Object.assign(event, { clipboardData: { getData: () => text } }))
  })
const submit = () => press(find('button', 'Apply'))

describe('the search of a list', () => {
  it('takes a pasted list of ids, shows how many they are, and is cleared with one press', async () => {
    serve(() => rows(10), TOTAL)
    const router = await open()
    await shows('Order 9')
    await paste('E1\nE2, E3\r\nE2')
    await shows('3 ids')
    await vi.waitFor(() => expect(router.state.location.search).toEqual({ search: 'E1,E2,E3' }))
    await vi.waitFor(() => expect(asked.at(-1)?.get('search')).toBe('E1,E2,E3'))
    await press(find('button', 'Clear the search'))
    await vi.waitFor(() => expect(router.state.location.search).toEqual({}))
    expect(document.activeElement).toBe(find('input[type=search]'))
  })

  it('says that there are more ids than can be looked for, and looks for none of them', async () => {
    serve(() => rows(10), TOTAL)
    const router = await open()
    await shows('Order 9')
    const before = asked.length
    await paste(Array.from({ length: 201 }, (_, place) => `E${place}`).join(' '))
    await shows('At most 200 ids are looked for at once; there are 201')
    expect(router.state.location.search).toEqual({})
    expect(asked).toHaveLength(before)
  })

  it('leaves one pasted id to the field', async () => {
    serve(() => rows(10), TOTAL)
    await open()
    await shows('Order 9')
    await paste('E1')
    expect(find('input[type=search]')).toBeDefined()
    expect(document.body.textContent).not.toContain('ids')
  })

  it('shows its ids one a line, to be changed', async () => {
    await realTexts()
    const changed = vi.fn()
    await draw(<SearchPanel ids={['E1', 'E2']} onChange={changed} />)
    expect(find<HTMLTextAreaElement>('textarea').value).toBe('E1\nE2')
    await submit()
    expect(changed).toHaveBeenCalledWith('E1,E2')
  })
})

describe('the filter of an amount', () => {
  const money = (name: string) => find<HTMLInputElement>('input', name)
  const choose = (name: string) =>
    acting(() => {
      const label = [...document.querySelectorAll('label')].find((each) => each.textContent === name)
      label?.click()
    })

  it.each([
    ['Exactly', { amountFrom: 1234, amountTo: 1234 }],
    ['At least', { amountFrom: 1234, amountTo: null }],
    ['At most', { amountFrom: null, amountTo: 1234 }],
  ])('%s asks for one amount', async (name, range) => {
    await realTexts()
    const changed = vi.fn()
    await draw(<AmountPanel range={{ amountFrom: null, amountTo: null }} onChange={changed} />)
    await choose(name)
    await submit()
    await shows('Type an amount')
    await type(money('Amount'), '12.34')
    await submit()
    expect(changed.mock.calls).toEqual([[range]])
  })

  it('between two amounts wants the lower one first', async () => {
    await realTexts()
    const changed = vi.fn()
    await draw(<AmountPanel range={{ amountFrom: 500, amountTo: 900 }} onChange={changed} />)
    expect(money('At least').value).toBe('5.00')
    await type(money('At most'), '1')
    await submit()
    await shows('This is less than the lower bound')
    expect(changed).not.toHaveBeenCalled()
    await type(money('At most'), '25')
    await submit()
    expect(changed).toHaveBeenCalledWith({ amountFrom: 500, amountTo: 2500 })
  })
})

describe('the filter of a period', () => {
  const field = (name: string) => find<HTMLInputElement>('input', name)

  it('takes two typed days, and says what is wrong with them', async () => {
    await realTexts()
    const changed = vi.fn()
    await draw(<PeriodPanel period={{ preset: 'all' }} longest={undefined} onChange={changed} />)
    await type(field('From'), '31022026')
    await submit()
    await shows('Invalid date')
    await type(field('From'), '10022026')
    await type(field('To'), '01022026')
    await submit()
    await shows('This is before the first day')
    await type(field('To'), '20022026')
    await submit()
    expect(changed.mock.calls).toEqual([[{ from: '2026-02-10', to: '2026-02-20' }]])
  })

  it('takes the first and the last day from the calendar, in either order', { timeout: 30_000 }, async () => {
    await realTexts()
    const changed = vi.fn()
    const given = { from: '2026-02-01', to: '2026-02-28' }
    await draw(<PeriodPanel period={given} longest={undefined} onChange={changed} />)
    const day = (name: string) =>
      vi.waitFor(
        () => document.querySelector<HTMLElement>(`[data-day="${name}"]:not([data-outside]) button`)!,
        {
          timeout: 20_000,
        },
      )
    await vi.waitFor(() => find('table'), { timeout: 20_000 })
    await press(await day('2026-02-20'))
    expect(field('From').value).toBe('20/02/2026')
    expect(field('To').value).toBe('')
    await press(await day('2026-02-10'))
    expect([field('From').value, field('To').value]).toEqual(['10/02/2026', '20/02/2026'])
    await submit()
    expect(changed).toHaveBeenCalledWith({ from: '2026-02-10', to: '2026-02-20' })
  })

  it('is at most as long as its list can bear', async () => {
    await realTexts()
    const changed = vi.fn()
    await draw(<PeriodPanel period={{ preset: '30d' }} longest={100} onChange={changed} />)
    expect(document.body.textContent).toContain('Last 90 days')
    expect(document.body.textContent).not.toContain('All time')
    await type(field('From'), '01012026')
    await type(field('To'), '11042026')
    await submit()
    await shows('A period has at most 100 days here')
    await type(field('To'), '10042026')
    await submit()
    expect(changed).toHaveBeenCalledWith({ from: '2026-01-01', to: '2026-04-10' })
  })
})
