// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const sheet = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const tokens = new Map<string, { light: string; dark: string }>()
for (const [, name = '', light = '', dark = ''] of sheet.matchAll(
  /--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g,
)) {
  tokens.set(name, { light, dark })
}

for (const [, name = '', both = ''] of sheet.matchAll(/--([\w-]+): (#\w{6});/g)) {
  tokens.set(name, { light: both, dark: both })
}

function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const [r = 0, g = 0, b = 0] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['canvas', 'surface', 'raised']
const texts = [
  'text',
  'muted',
  'faint',
  'primary',
  'secondary',
  'awaiting',
  'atention',
  'error',
  'info',
  'success',
]
const pairs: [text: string, ground: string, least: number][] = [
  ...texts.flatMap((text) => grounds.map((ground): [string, string, number] => [text, ground, 4.5])),
  ...['awaiting', 'atention', 'error', 'info', 'success', 'primary', 'secondary'].map(
    (tone): [string, string, number] => [tone, `${tone}-weak`, 4.5],
  ),
  ...['text', 'muted', 'primary', 'error'].map((text): [string, string, number] => [text, 'sunken', 4.5]),
  ...['text', 'muted'].map((text): [string, string, number] => [text, 'primary-weak', 4.5]),
  // The top bar of a dangerous screen.
  ...['text', 'muted', 'primary'].map((text): [string, string, number] => [text, 'error-weak', 4.5]),
  ['on-float', 'float', 4.5],
  ['on-primary', 'primary', 4.5],
  ['on-primary', 'primary-hover', 4.5],
  ['on-error', 'error', 4.5],
  ...['control', 'primary', 'error'].flatMap((edge) =>
    grounds.map((ground): [string, string, number] => [edge, ground, 3]),
  ),
]

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  it.each(pairs)('shows %s on %s with a contrast of at least its limit', (text, ground, least) => {
    expect(contrast(tokens.get(text)![theme], tokens.get(ground)![theme])).toBeGreaterThanOrEqual(least)
  })
})

it('starts from the two colours of the specification', () => {
  expect(tokens.get('primary')!.light).toBe('#3200dc')
  expect(tokens.get('secondary')!.light).toBe('#761b8a')
})

/** What the library of menus and popovers tells of its places. */
const PLACES = new Set(['anchor-width', 'available-height', 'available-width'])

it('no style reads a property that nobody sets: it would quietly do nothing', () => {
  const src = join(import.meta.dirname, '..')
  const sources = readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.(?:css|tsx?)$/.test(entry.name))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
  const named = (pattern: RegExp) =>
    new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)))
  const set = named(/--([a-z][\w-]*)['"]?\]?\s*:/g)
  const missing = [...named(/var\(--([a-z][\w-]*)/g)].filter((name) => !set.has(name) && !PLACES.has(name))
  expect(set.size).toBeGreaterThan(30)
  expect(missing).toEqual([])
})
