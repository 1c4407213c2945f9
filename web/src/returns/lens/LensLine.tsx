import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useT } from '../../app/i18n'
import { cx } from '../../ui/cx'
import { wordOf } from '../file'
import styles from './Lens.module.css'
import type { Segment } from './segments'

export interface LensLineProps {
  segments: readonly Segment[]
  /** Which of them is looked at. */
  place: number
  /** The keyboard has come here from another line. */
  grab: boolean
  onPlace: (place: number) => void
  onKey: (event: KeyboardEvent) => void
}

/** The line that is looked at: every stretch can be pointed at, and walked through with the arrows. */
export function LensLine({ segments, place, grab, onPlace, onKey }: LensLineProps) {
  const t = useT('returns')
  const box = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // The keyboard takes the view along; a pointer is where it points.
    const element = box.current?.querySelector<HTMLElement>('[tabindex="0"]')
    if (element && (grab || box.current?.contains(document.activeElement))) element.focus()
  }, [place, grab])
  return (
    <span ref={box} className={styles.text}>
      {segments.map(({ start, text, field }, number) => (
        <button
          key={start}
          type="button"
          tabIndex={number === place ? 0 : -1}
          className={cx(
            styles.stretch,
            field && (number % 2 ? styles.odd : styles.even),
            number === place && styles.looked,
          )}
          aria-label={t('returns.lens.field', {
            name: field ? wordOf(t, 'field', field.name) : t('returns.lens.between'),
            from: start + 1,
            to: start + text.length,
          })}
          aria-current={number === place || undefined}
          onClick={() => onPlace(number)}
          onKeyDown={onKey}
          onFocus={() => onPlace(number)}
          onPointerEnter={() => onPlace(number)}
        >
          {text}
        </button>
      ))}
    </span>
  )
}
