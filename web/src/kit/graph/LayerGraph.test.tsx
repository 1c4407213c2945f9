import { beforeAll, beforeEach, expect, it } from 'vitest'
import { acting, find, realTexts, shows } from '../../app/test-page'
import { drawRouted } from '../modal/test-routed'
import { type GraphBox, LayerGraph } from './LayerGraph'

beforeAll(() => realTexts())

const box = (key: string, layer: number, more: Partial<GraphBox> = {}): GraphBox => ({
  key,
  layer,
  title: `Title of ${key}`,
  note: `Note of ${key}`,
  look: 'plain',
  told: [`Told of ${key}`],
  ...more,
})
const BOXES = [
  box('a', 0, { look: 'start' }),
  box('b', 1, { to: '/payee' }),
  box('c', 1),
  box('d', 2, { title: 'A very long name of somebody who is paid' }),
]
const LINES = [
  { from: 'a', to: 'b', weight: 2 },
  { from: 'a', to: 'c', weight: 1 },
  { from: 'b', to: 'd', weight: 1 },
]

let router: Awaited<ReturnType<typeof drawRouted>>

beforeEach(async () => {
  router = await drawRouted(() => (
    <LayerGraph label="The trail" boxes={BOXES} lines={LINES} headings={['Start', 'One', 'Two']} />
  ))
})

const key = (name: string) =>
  acting(() => find('[role=img]').dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })))
const told = () => document.querySelector('[role=status]')?.textContent ?? ''

it('the keyboard begins at the start, goes from box to box, and each tells its facts', async () => {
  await acting(() => find('[role=img]').focus())
  await shows('Told of a')
  await key('ArrowRight')
  expect(told()).toContain('Told of b')
  await key('ArrowDown')
  expect(told()).toContain('Told of c')
  await key('ArrowDown')
  expect(told()).toContain('Told of c')
  await key('End')
  expect(told()).toContain('Told of d')
  await key('ArrowLeft')
  expect(told()).toContain('Told of b')
  await key('Escape')
  expect(told()).toBe('')
})

it('Enter leads to where a box has a screen of its own, and nowhere else', async () => {
  await acting(() => find('[role=img]').focus())
  const before = router.state.location.pathname
  await key('Enter')
  expect(router.state.location.pathname).toBe(before)
  await key('ArrowRight')
  await key('Enter')
  expect(router.state.location.pathname).toBe('/payee')
})

it('draws a box for each and a line for each link, and cuts a long name in the drawing alone', async () => {
  expect(document.querySelectorAll('svg rect').length).toBe(BOXES.length)
  expect(document.querySelectorAll('svg path').length).toBe(LINES.length)
  expect(document.querySelector('svg')?.textContent).toContain('A very long name of s…')
  await acting(() => find('[role=img]').focus())
  await key('End')
  expect(told()).toContain('A very long name of somebody who is paid')
})
