import { describe, expect, it } from 'vitest'
import { pathOf } from '../../build/icons'
import { draw } from '../app/test-page'
import { icon } from './icon'

describe('an icon of lucide becomes one path', () => {
  it('of lines, circles, ellipses and boxes with round corners', () => {
    expect(pathOf([['line', { x1: '1', y1: '2', x2: '3', y2: '4' }]])).toBe('M1 2L3 4')
    expect(pathOf([['circle', { cx: '12', cy: '12', r: '3' }]])).toBe('M9 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0')
    expect(pathOf([['ellipse', { cx: '12', cy: '5', rx: '9', ry: '3' }]])).toBe(
      'M3 5a9 3 0 1 0 18 0a9 3 0 1 0 -18 0',
    )
    expect(pathOf([['rect', { x: '8', y: '8', width: '14', height: '12', rx: '2', ry: '2' }]])).toBe(
      'M10 8h10a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-8a2 2 0 0 1 2 -2z',
    )
    expect(
      pathOf([
        ['polyline', { points: '1 2 3 4' }],
        ['polygon', { points: '5 6 7 8' }],
      ]),
    ).toBe('M1 2 3 4M5 6 7 8z')
  })

  it('in which a line that begins at no certain place does not go on from the one before', () => {
    expect(
      pathOf([
        ['path', { d: 'M18 6 6 18' }],
        ['path', { d: 'm6 6 12 12' }],
      ]),
    ).toBe('M18 6 6 18M0 0m6 6 12 12')
  })

  it('unless one of its shapes is filled, or none that is known', () => {
    expect(pathOf([['circle', { cx: '1', cy: '1', r: '1', fill: 'currentColor' }]])).toBeNull()
    expect(
      pathOf([
        ['path', { d: 'M1 1h2' }],
        ['text', {}],
      ]),
    ).toBeNull()
  })
})

it('an icon is as large and as thick as it is asked for, and silent', async () => {
  const Cross = icon('M18 6 6 18')
  await draw(<Cross size={18} strokeWidth={1.75} className="big" />)
  const svg = document.querySelector('svg')
  expect(svg?.outerHTML).toContain('width="18" height="18" viewBox="0 0 24 24"')
  expect(svg?.getAttribute('stroke-width')).toBe('1.75')
  expect(svg?.getAttribute('aria-hidden')).toBe('true')
  expect(svg?.getAttribute('class')).toBe('big')
  expect(svg?.querySelector('path')?.getAttribute('d')).toBe('M18 6 6 18')
})
