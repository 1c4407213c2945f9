import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { cx } from '../../ui/cx'
import styles from './LayerGraph.module.css'
import { BOX, type LayerLink, type LayerNode, layoutLayers } from './layoutLayers'

export interface GraphBox extends LayerNode {
  title: string
  /** Its second line. */
  note: string
  /** Where it begins; what deserves a look; what stands for others; anything else. */
  look: 'start' | 'warning' | 'rest' | 'plain'
  /** What is said of it when it is pointed at, line by line, under its title. */
  told: readonly string[]
  /** Where a press leads. */
  to?: string
}

export interface GraphLine extends LayerLink {
  look?: 'warning'
}

export interface LayerGraphProps {
  /** What the picture shows, for those who do not see it. */
  label: string
  boxes: readonly GraphBox[]
  lines: readonly GraphLine[]
  /** Above each column, from where it begins. */
  headings: readonly string[]
  /** Where it begins stands at the right. */
  mirrored?: boolean
}

/** Units of the drawing: above it for the headings, and between a box and what is told of it. */
const HEAD = 28
const BESIDE = 6
/** Letters that fit into a box, of its title and its second line. */
const TITLE = 22
const NOTE = 26
const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

/**
 * Boxes in layers, with lines between them. Pointing at a box shows what belongs to it and tells its sums; arrow keys go from box
 * to box. A table with the same facts belongs beside it.
 */
export function LayerGraph({ label, boxes, lines, headings, mirrored = false }: LayerGraphProps) {
  const navigate = useNavigate()
  const layout = useMemo(() => layoutLayers(boxes, lines, mirrored), [boxes, lines, mirrored])
  const [pointed, setPointed] = useState<string | null>(null)
  const boxOf = useMemo(() => new Map(boxes.map((box) => [box.key, box])), [boxes])
  const shown = pointed === null ? undefined : boxOf.get(pointed)
  const place = shown && layout.places.get(shown.key)
  const lit = new Set(
    lines.flatMap(({ from, to }) =>
      pointed !== null && (from === pointed || to === pointed) ? [from, to] : [],
    ),
  )
  const open = (box: GraphBox | undefined) => box?.to && void navigate({ to: box.to })
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepped(layout.columns, pointed, event.key)
    if (next !== null) {
      event.preventDefault()
      setPointed(next)
    } else if (event.key === 'Enter') open(shown)
    else if (event.key === 'Escape') setPointed(null)
  }
  const titles = mirrored ? headings.toReversed() : headings
  const height = HEAD + layout.height
  const left = (place?.x ?? 0) <= layout.width / 2
  const upper = (place?.y ?? 0) <= layout.height / 2
  return (
    <div className={styles.scroll}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the table beside it says the same */}
      <div
        className={styles.box}
        style={{ width: layout.width, minWidth: layout.width * 0.84 }}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its boxes are read with the arrows
        tabIndex={0}
        role="img"
        aria-label={label}
        onKeyDown={onKeyDown}
        onFocus={() => pointed ?? setPointed(boxes.find(({ look }) => look === 'start')?.key ?? null)}
        onBlur={() => setPointed(null)}
        onPointerLeave={() => setPointed(null)}
      >
        <svg className={styles.drawing} viewBox={`0 ${-HEAD} ${layout.width} ${height}`} aria-hidden>
          {layout.columns.map(([first], column) => (
            <text
              key={titles[column]}
              className={styles.heading}
              x={layout.places.get(first ?? '')?.x}
              y={-HEAD / 2}
            >
              {titles[column]}
            </text>
          ))}
          {layout.links.map(({ link, path, tip, width }) => (
            <g
              key={`${link.from} ${link.to}`}
              className={cx(
                styles.line,
                link.look === 'warning' && styles.marked,
                pointed !== null && (link.from === pointed || link.to === pointed ? styles.lit : styles.dim),
              )}
            >
              <path d={path} style={{ strokeWidth: width }} />
              <polygon points={tip} />
            </g>
          ))}
          {boxes.map((box) => {
            const at = layout.places.get(box.key)
            if (!at) return null
            return (
              <g
                key={box.key}
                className={cx(
                  styles.node,
                  styles[box.look],
                  box.key === pointed && styles.pointed,
                  pointed !== null && box.key !== pointed && !lit.has(box.key) && styles.dim,
                  box.to && styles.leads,
                )}
                transform={`translate(${at.x},${at.y})`}
                onPointerEnter={() => setPointed(box.key)}
                onClick={() => open(box)}
              >
                <rect width={BOX.width} height={BOX.height} rx={6} />
                <text className={styles.title} x={10} y={18}>
                  {cut(box.title, TITLE)}
                </text>
                <text className={styles.note} x={10} y={34}>
                  {cut(box.note, NOTE)}
                </text>
              </g>
            )
          })}
        </svg>
        {shown && place && (
          <div
            className={cx(styles.tooltip, !left && styles.aside, !upper && styles.above)}
            style={{
              insetInlineStart: `${((place.x + (left ? 0 : BOX.width)) / layout.width) * 100}%`,
              top: `${((HEAD + place.y + (upper ? BOX.height + BESIDE : -BESIDE)) / height) * 100}%`,
            }}
            role="status"
          >
            <strong>{shown.title}</strong>
            {shown.told.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}

/** The box that an arrow key leads to from another; null for a key that leads nowhere. */
function stepped(columns: readonly (readonly string[])[], now: string | null, key: string): string | null {
  const column = Math.max(
    0,
    columns.findIndex((keys) => now !== null && keys.includes(now)),
  )
  const keys = columns[column] ?? []
  const row = Math.max(0, now === null ? 0 : keys.indexOf(now))
  if (key === 'ArrowUp') return keys[row - 1] ?? now
  if (key === 'ArrowDown') return keys[row + 1] ?? now
  const other =
    key === 'ArrowLeft' ? columns[column - 1] : key === 'ArrowRight' ? columns[column + 1] : undefined
  if (key === 'ArrowLeft' || key === 'ArrowRight')
    return (
      other?.[
        Math.min(other.length - 1, Math.round((row / Math.max(1, keys.length - 1)) * (other.length - 1)))
      ] ?? now
    )
  if (key === 'Home') return columns[0]?.[0] ?? null
  if (key === 'End') return columns.at(-1)?.[0] ?? null
  return null
}
