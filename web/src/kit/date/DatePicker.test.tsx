import { useState } from 'react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { acting, draw, find, press, realTexts, shows, type } from '../../app/test-page'
import Calendar from './Calendar'
import { DatePicker, type DatePickerProps } from './DatePicker'

const told = vi.fn()
// Some versions of the language data put a comma after the day of the week.
const NAME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' }).format(new Date(2026, 10, 5))

function Held({ value: given, ...rest }: Partial<DatePickerProps>) {
  const [value, setValue] = useState(given ?? null)
  return (
    <DatePicker
      label="Expires"
      {...rest}
      value={value}
      onChange={(day, whole) => {
        told(day, whole)
        setValue(day)
      }}
    />
  )
}

const field = () => find<HTMLInputElement>('input', 'Expires')
const leave = () => acting(() => field().dispatchEvent(new FocusEvent('focusout', { bubbles: true })))

beforeAll(() => realTexts())
beforeEach(() => told.mockClear())

describe('a date picker', () => {
  it('takes a typed day, and tells it as the server reads it', async () => {
    await draw(<Held />)
    await type(field(), '20112026')
    expect(field().value).toBe('20/11/2026')
    expect(told).toHaveBeenLastCalledWith('2026-11-20', true)
    await type(field(), '')
    expect(told).toHaveBeenLastCalledWith(null, true)
  })

  it('keeps what is no day yet, tells that it is none, and says so once it is left', async () => {
    await draw(<Held value="2026-11-20" />)
    await type(field(), '31/02/2026')
    expect(told).toHaveBeenLastCalledWith(null, false)
    expect(field().value).toBe('31/02/2026')
    expect(document.body.textContent).not.toContain('Invalid date')
    await leave()
    await shows('Invalid date')
  })

  it.each([
    ['31121899', false],
    ['01011900', true],
    ['31122099', true],
    ['01012100', false],
  ])('reaches from 1900 to 2099: %s', async (typed, allowed) => {
    await draw(<Held />)
    await type(field(), typed)
    expect(told.mock.lastCall?.[1]).toBe(allowed)
  })

  it('refuses a day outside its own limits, and says which they are', async () => {
    await draw(<Held min="2026-11-01" max="2026-11-30" />)
    await type(field(), '01122026')
    await leave()
    await shows('Choose a day from 01/11/2026 to 30/11/2026')
    expect(told).toHaveBeenLastCalledWith(null, false)
  })
})

describe('a calendar', () => {
  const texts = (selector: string) => [...document.querySelectorAll(selector)].map((each) => each.textContent)
  const picked = vi.fn()
  const draws = (from: string, to = from, limits = {}) =>
    draw(<Calendar from={from} to={to} onPick={picked} {...limits} />)

  it('begins its weeks on Sunday in both languages, and names the days in that of the person', async () => {
    await draws('2026-11-20')
    expect(texts('thead th')[0]).toBe('Su')
    await acting(() => realTexts('pt'))
    document.body.replaceChildren()
    await draws('2026-11-20')
    expect(texts('thead th')[0]?.toLowerCase()).toMatch(/^dom/)
    expect(texts('select option')).toContain('novembro')
    await acting(() => realTexts('en'))
  })

  it('gives the pressed day, which is named by its number and its month', async () => {
    await draws('2026-11-20')
    await press(find('[data-day="2026-11-05"] button', NAME))
    expect(picked).toHaveBeenLastCalledWith('2026-11-05')
  })

  const years = () => texts('select:last-of-type option').filter((text) => /^\d{4}$/.test(text))

  it('has no days before 1900 and after 2099', async () => {
    await draws('1900-01-15')
    expect(document.querySelectorAll('[data-day="1900-01-01"] button')).toHaveLength(1)
    expect(document.querySelectorAll('[data-day^="1899"] button:enabled')).toHaveLength(0)
    expect(find('button[aria-disabled="true"]')).toBeDefined()
    expect(years()[0]).toBe('1900')
  })

  it('offers ten years around today and what is shown, not two centuries', async () => {
    const now = new Date().getFullYear()
    await draws(`${now}-06-15`)
    expect([years()[0], years().at(-1), years().length]).toEqual([`${now - 10}`, `${now + 10}`, 21])
  })

  it('brings no style of its own', async () => {
    const before = document.querySelectorAll('style').length
    await draws('2026-11-10', '2026-11-20')
    expect(document.querySelectorAll('style')).toHaveLength(before)
  })
})
