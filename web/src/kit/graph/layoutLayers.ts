/** Where the boxes and lines of a layered drawing stand. Pure: the same input gives the same picture. */

export interface LayerNode {
  key: string
  /** Steps from where it begins, which stands at 0. */
  layer: number
}

export interface LayerLink {
  from: string
  to: string
  /** What it carries, in any unit; the more, the thicker. 0 where lines are all the same. */
  weight: number
}

export interface Placed {
  x: number
  y: number
}

export interface PlacedLink<Link> {
  link: Link
  path: string
  /** The tip of its arrow, as the points of a polygon. */
  tip: string
  width: number
}

export interface Layout<Link> {
  width: number
  height: number
  places: ReadonlyMap<string, Placed>
  links: readonly PlacedLink<Link>[]
  /** The keys of each layer from the left, each from above. */
  columns: readonly (readonly string[])[]
}

/** CSS pixels. */
export const BOX = { width: 176, height: 44 } as const
const GAP = { x: 72, y: 12 } as const
const EDGE = 8
const TIP = { length: 7, half: 4 } as const
const THIN = 1.5
const THICK = 7
/** Beside each other, not over each other: a line there, and one back. */
const APART = 7
const SWEEPS = 4

/**
 * Puts each layer into a column, and orders it so that lines cross little: a box stands near the middle of those that it is linked
 * to, and boxes of one middle stand as they were given.
 *
 * @param mirrored where it begins stands at the right.
 */
export function layoutLayers<Link extends LayerLink>(
  nodes: readonly LayerNode[],
  links: readonly Link[],
  mirrored = false,
): Layout<Link> {
  const known = new Map(nodes.map(({ key, layer }) => [key, layer]))
  const drawn = links.filter(({ from, to }) => known.has(from) && known.has(to))
  const ordered = untangled(inLayers(nodes), drawn)
  const columns = mirrored ? ordered.toReversed() : ordered
  const tallest = Math.max(1, ...columns.map(({ length }) => length))
  const height = 2 * EDGE + tallest * BOX.height + (tallest - 1) * GAP.y
  const places = new Map<string, Placed>()
  for (const [place, column] of columns.entries()) {
    const tall = column.length * BOX.height + (column.length - 1) * GAP.y
    for (const [row, key] of column.entries())
      places.set(key, {
        x: EDGE + place * (BOX.width + GAP.x),
        y: (height - tall) / 2 + row * (BOX.height + GAP.y),
      })
  }
  const most = Math.max(1, ...drawn.map(({ weight }) => weight))
  const pairs = new Set(drawn.map(({ from, to }) => `${from} ${to}`))
  return {
    width: 2 * EDGE + columns.length * BOX.width + Math.max(0, columns.length - 1) * GAP.x,
    height,
    places,
    columns,
    links: drawn.flatMap((link) => {
      const [from, to] = [places.get(link.from), places.get(link.to)]
      if (!from || !to) return []
      const both = pairs.has(`${link.to} ${link.from}`)
      const aside = both ? (from.x < to.x ? -APART : APART) : 0
      return [{ link, width: thickness(link.weight, most), ...curve(from, to, aside) }]
    }),
  }
}

function inLayers(nodes: readonly LayerNode[]): string[][] {
  const layers: string[][] = []
  for (const { key, layer } of nodes) {
    while (layers.length <= layer) layers.push([])
    layers[layer]?.push(key)
  }
  return layers
}

/** Goes over the layers there and back, each time ordering one by where its neighbours in the one before stand. */
function untangled(layers: readonly string[][], links: readonly LayerLink[]): string[][] {
  const beside = new Map<string, string[]>()
  for (const { from, to } of links) {
    beside.set(from, [...(beside.get(from) ?? []), to])
    beside.set(to, [...(beside.get(to) ?? []), from])
  }
  const now = layers.map((layer) => [...layer])
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const onward = sweep % 2 === 0
    for (let step = 1; step < now.length; step += 1) {
      const place = onward ? step : now.length - 1 - step
      const fixed = new Map((now[onward ? place - 1 : place + 1] ?? []).map((key, row) => [key, row]))
      const middle = (key: string, row: number) => {
        const rows = (beside.get(key) ?? []).flatMap((other) => fixed.get(other) ?? [])
        return rows.length === 0 ? row : rows.reduce((sum, each) => sum + each, 0) / rows.length
      }
      const middles = new Map((now[place] ?? []).map((key, row) => [key, middle(key, row)]))
      now[place] = (now[place] ?? []).toSorted(
        (one, other) => (middles.get(one) ?? 0) - (middles.get(other) ?? 0),
      )
    }
  }
  return now
}

/** By the root of what it carries, so that a small one beside a large one is still seen. */
const thickness = (weight: number, most: number): number =>
  Math.round((THIN + (THICK - THIN) * Math.sqrt(Math.max(0, weight) / most)) * 10) / 10

function curve(from: Placed, to: Placed, aside: number): { path: string; tip: string } {
  const rightward = from.x < to.x
  const way = rightward ? 1 : -1
  const start = { x: from.x + (rightward ? BOX.width : 0), y: from.y + BOX.height / 2 + aside }
  const end = { x: to.x + (rightward ? 0 : BOX.width), y: to.y + BOX.height / 2 + aside }
  const neck = end.x - way * TIP.length
  const bend = (neck + start.x) / 2
  return {
    path: `M${start.x},${start.y}C${bend},${start.y} ${bend},${end.y} ${neck},${end.y}`,
    tip: `${neck},${end.y - TIP.half} ${end.x},${end.y} ${neck},${end.y + TIP.half}`,
  }
}
