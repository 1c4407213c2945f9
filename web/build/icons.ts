import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

type Attributes = Record<string, string>
/** A shape of an icon as lucide writes it: the element's name and its attributes, in a box of 24 by 24. */
export type Shape = [name: string, attributes: Attributes]

/** An ellipse in two halves, begun at its left. */
const round = (cx: number, cy: number, rx: number, ry: number) =>
  `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0`

function rounded(x: number, y: number, width: number, height: number, r: number): string {
  const [w, h] = [width - 2 * r, height - 2 * r]
  const corner = (right: number, down: number) => (r ? `a${r} ${r} 0 0 1 ${right * r} ${down * r}` : '')
  return `M${x + r} ${y}h${w}${corner(1, 1)}v${h}${corner(-1, 1)}h${-w}${corner(-1, -1)}v${-h}${corner(1, -1)}z`
}

/** The line of one shape; null for a shape that is more than its line. */
function lineOf([name, attributes]: Shape): string | null {
  const { d = '', points = '', fill, x1, y1, x2, y2 } = attributes
  if (fill) return null
  const at = (attribute: string) => Number(attributes[attribute] ?? 0)
  switch (name) {
    case 'path':
      // A line that begins relative to nothing would go on from where the one before it ended.
      return d.startsWith('m') ? `M0 0${d}` : d
    case 'circle':
      return round(at('cx'), at('cy'), at('r'), at('r'))
    case 'ellipse':
      return round(at('cx'), at('cy'), at('rx'), at('ry'))
    case 'rect':
      return rounded(at('x'), at('y'), at('width'), at('height'), at('rx') || at('ry'))
    case 'line':
      return `M${x1} ${y1}L${x2} ${y2}`
    case 'polyline':
      return `M${points}`
    case 'polygon':
      return `M${points}z`
    default:
      return null
  }
}

/** All shapes of an icon in one path; null where one of them cannot be drawn so. */
export function pathOf(shapes: readonly Shape[]): string | null {
  const lines = shapes.map(lineOf)
  return lines.includes(null) ? null : lines.join('')
}

/**
 * An icon of lucide is drawn anew each time from data about its shapes, an element for each. There are thirty on a screen, which
 * cost a slow machine a tenth of its first picture; so the build writes each as one path. One that is more than lines stays as it is.
 */
export function plainIcons(root: string): Plugin {
  const icon = join(root, 'src/ui/icon.tsx')
  return {
    name: 'plain-icons',
    apply: 'build',
    load: {
      filter: { id: /lucide-react\/dist\/esm\/icons\/(?!index)[\w-]+\.mjs$/ },
      async handler(id) {
        const { __iconData } = (await import(pathToFileURL(id).href)) as { __iconData?: { node: Shape[] } }
        const path = __iconData && pathOf(__iconData.node)
        return path
          ? `import { icon } from ${JSON.stringify(icon)}\nexport default /*#__PURE__*/ icon(${JSON.stringify(path)})\n`
          : null
      },
    },
  }
}
