import { ChevronDown, ChevronUp, GripVertical } from 'lucide-react'
import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { useT } from '../../app/i18n'
import { Checkbox } from '../../ui/Checkbox'
import { cx } from '../../ui/cx'
import { announce } from '../announce'
import styles from './ColumnOrder.module.css'
import { moved } from './view'

interface ColumnOrderProps {
  columns: readonly { key: string; title: string; locked?: boolean }[]
  /** Keys, in the order of the screen. */
  shown: readonly string[]
  onChange: (shown: string[]) => void
}

/** Height of a line; the style sheet gives it the same. */
const LINE = 32

/** The columns that are shown, in their order, then the others. A grip or two buttons move them. */
export function ColumnOrder({ columns, shown, onChange }: ColumnOrderProps) {
  const t = useT('kit')
  const list = useRef<HTMLUListElement>(null)
  // While a column is dragged, only this list follows; the table does once it is let go.
  const [dragged, setDragged] = useState<{ key: string; keys: readonly string[] } | null>(null)
  const pressed = useKeptFocus(shown)
  const keys = dragged?.keys ?? shown
  const others = columns.map(({ key }) => key).filter((key) => !keys.includes(key))

  const move = (key: string, title: string, by: 1 | -1) => {
    const place = shown.indexOf(key) + by
    if (place < 0 || place >= shown.length) return
    onChange(moved(shown, key, place))
    announce(t('kit.columns.moved', { column: title, place: place + 1, count: shown.length }))
  }
  const drag = (event: PointerEvent) => {
    if (!dragged || !list.current) return
    const { top } = list.current.getBoundingClientRect()
    const place = Math.floor((event.clientY - top + list.current.scrollTop) / LINE)
    setDragged({ ...dragged, keys: moved(dragged.keys, dragged.key, Math.min(place, shown.length - 1)) })
  }
  const drop = () => {
    if (dragged && dragged.keys.join() !== shown.join()) onChange([...dragged.keys])
    setDragged(null)
  }

  return (
    <ul ref={list} className={styles.columns} aria-label={t('kit.columns.title')}>
      {[...keys, ...others].map((key) => {
        const column = columns.find((each) => each.key === key)
        if (!column) return null
        const title = t(column.title)
        const place = keys.indexOf(key)
        return (
          <li key={key} className={cx(styles.column, dragged?.key === key && styles.dragged)}>
            <span
              className={cx(styles.grip, place < 0 && styles.still)}
              aria-hidden
              onPointerDown={(event) => {
                if (place < 0 || event.button !== 0) return
                event.currentTarget.setPointerCapture(event.pointerId)
                setDragged({ key, keys: shown })
              }}
              onPointerMove={drag}
              onPointerUp={drop}
              onPointerCancel={() => setDragged(null)}
            >
              <GripVertical size={16} />
            </span>
            <Checkbox
              className={styles.name}
              label={title}
              checked={place >= 0}
              disabled={column.locked}
              onChange={(on) => onChange(on ? [...shown, key] : shown.filter((each) => each !== key))}
            />
            {place >= 0 &&
              ([-1, 1] as const).map((by) => {
                const Arrow = by < 0 ? ChevronUp : ChevronDown
                const atEnd = place === (by < 0 ? 0 : keys.length - 1)
                return (
                  <button
                    key={by}
                    type="button"
                    className={styles.move}
                    // At the end it stays where the keyboard is, and does nothing.
                    aria-disabled={atEnd}
                    aria-label={t(by < 0 ? 'kit.columns.up' : 'kit.columns.down', { column: title })}
                    onClick={(event) => {
                      pressed.current = event.currentTarget
                      move(key, title, by)
                    }}
                  >
                    <Arrow size={16} aria-hidden />
                  </button>
                )
              })}
          </li>
        )
      })}
    </ul>
  )
}

/** A line that moves loses the focus on its way; the button that moved it gets it back. */
function useKeptFocus(order: readonly string[]) {
  const pressed = useRef<HTMLButtonElement | null>(null)
  useLayoutEffect(() => {
    pressed.current?.focus()
    pressed.current = null
  }, [order])
  return pressed
}
