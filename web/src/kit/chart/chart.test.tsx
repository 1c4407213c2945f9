import { beforeAll, beforeEach, expect, it } from 'vitest'
import { acting, find, realTexts, shows } from '../../app/test-page'
import { drawRouted } from '../modal/test-routed'
import { BarChart } from './BarChart'

beforeAll(() => realTexts())

const BARS = ['Mon', 'Tue', 'Today'].map((label, place) => ({
  key: label,
  label,
  value: (place + 1) * 100,
  before: 50,
  open: label === 'Today',
  to: { path: '/list', search: { day: label } },
}))

let router: Awaited<ReturnType<typeof drawRouted>>

beforeEach(async () => {
  router = await drawRouted(() => (
    <BarChart label="Volume" bars={BARS} tooltip={({ value }) => [`${value} of it`]} />
  ))
})

const key = (name: string) =>
  acting(() => find('[role=img]').dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })))

it('what is not over is hollow, and the period before is a line', () => {
  const values = [...document.querySelectorAll('g > rect:first-child')]
  expect(values.map((bar) => bar.getAttribute('class') !== values[0]?.getAttribute('class'))).toEqual([
    false,
    false,
    true,
  ])
  expect(document.querySelectorAll('polyline').length).toBe(1)
})

it('the keyboard goes from bar to bar, each says its numbers, and Enter leads to what it counts', async () => {
  await acting(() => find('[role=img]').focus())
  await shows('Today300 of it')
  await key('ArrowLeft')
  await shows('Tue200 of it')
  await key('Home')
  await shows('Mon100 of it')
  await key('Escape')
  expect(document.body.textContent).not.toContain('of it')
})

it('a press on a bar leads to the list of what it counts', async () => {
  const [, second] = document.querySelectorAll<SVGRectElement>('g > rect:last-child')
  await acting(() => second?.dispatchEvent(new MouseEvent('click', { bubbles: true })))
  expect(router.state.location.pathname).toBe('/list')
  expect(router.state.location.search).toEqual({ day: 'Tue' })
})
