// @vitest-environment node
import { expect, it } from 'vitest'
import { BOX, type LayerLink, type LayerNode, layoutLayers } from './layoutLayers'

const nodes = (...layers: string[]): LayerNode[] =>
  layers.flatMap((keys, layer) => keys.split(' ').map((key) => ({ key, layer })))
const links = (...pairs: string[]): LayerLink[] =>
  pairs.map((pair) => {
    const [from = '', to = '', weight = '1'] = pair.split(' ')
    return { from, to, weight: Number(weight) }
  })

/** How many pairs of lines between two layers cross. */
function crossings(columns: readonly (readonly string[])[], drawn: readonly LayerLink[]): number {
  let count = 0
  for (const [place, column] of columns.entries()) {
    const next = columns[place + 1] ?? []
    const here = drawn
      .map(({ from, to }) => [column.indexOf(from), next.indexOf(to)] as const)
      .filter(([a, b]) => a >= 0 && b >= 0)
    for (const [a, b] of here) for (const [c, d] of here) if (a < c && b > d) count += 1
  }
  return count
}

it('puts each layer into a column of its own, and no two boxes over each other', () => {
  const { places, columns, width, height } = layoutLayers(
    nodes('a', 'b c d', 'e f'),
    links('a b', 'a c', 'b e'),
  )
  expect(columns.map(({ length }) => length)).toEqual([1, 3, 2])
  const found = [...places.values()]
  for (const [place, one] of found.entries())
    for (const other of found.slice(place + 1))
      expect(Math.abs(one.x - other.x) >= BOX.width || Math.abs(one.y - other.y) >= BOX.height).toBe(true)
  for (const { x, y } of found) {
    expect(x >= 0 && x + BOX.width <= width).toBe(true)
    expect(y >= 0 && y + BOX.height <= height).toBe(true)
  }
})

it('orders a layer so that lines do not cross where they need not', () => {
  const drawn = links('a b', 'a c', 'a d', 'b x', 'c y', 'd z')
  const { columns } = layoutLayers(nodes('a', 'b c d', 'z y x'), drawn)
  expect(crossings(columns, drawn)).toBe(0)
  expect(columns[2]).toEqual(['x', 'y', 'z'])
})

it('leaves boxes in the order they came where nothing speaks for another', () => {
  expect(layoutLayers(nodes('a', 'd c b'), links('a b', 'a c', 'a d')).columns[1]).toEqual(['d', 'c', 'b'])
})

it('begins at the right when it is mirrored, and its arrows point the other way', () => {
  const input = [nodes('a', 'b'), links('a b')] as const
  const plain = layoutLayers(...input)
  const mirrored = layoutLayers(...input, true)
  expect(plain.places.get('a')?.x).toBe(mirrored.places.get('b')?.x)
  const tipOf = (each: typeof plain) => Number(each.links[0]?.tip.split(' ')[1]?.split(',')[0])
  expect(tipOf(plain)).toBe(plain.places.get('b')?.x)
  expect(tipOf(mirrored)).toBe((mirrored.places.get('b')?.x ?? 0) + BOX.width)
})

it('draws what carries more thicker, and never thinner than can be seen', () => {
  const [large, small, none] = layoutLayers(nodes('a', 'b c d'), links('a b 1000000', 'a c 1', 'a d 0')).links
  expect(large?.width).toBeGreaterThan(small?.width ?? 0)
  expect(small?.width).toBeGreaterThanOrEqual(none?.width ?? 0)
  expect(none?.width).toBeGreaterThan(1)
})

it('keeps a line there and a line back apart', () => {
  const [there, back] = layoutLayers(nodes('a', 'b'), links('a b', 'b a')).links
  const y = (path: string | undefined) => path?.match(/M[\d.]+,([\d.]+)/)?.[1]
  expect(y(there?.path)).not.toBe(y(back?.path))
})

it('leaves out a line to a box that is not there', () => {
  expect(layoutLayers(nodes('a', 'b'), links('a b', 'a ghost')).links).toHaveLength(1)
})

it('is the same picture each time, and one of nothing is no error', () => {
  const input = [nodes('a', 'b c', 'd e f'), links('a b', 'a c', 'b e', 'c d', 'c f')] as const
  expect(layoutLayers(...input)).toEqual(layoutLayers(...input))
  expect(layoutLayers([], []).columns).toEqual([])
})
