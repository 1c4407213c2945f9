import { X } from 'lucide-react'
import { useDeferredValue, useEffect } from 'react'
import { useLanguage, useT } from '../../app/i18n'
import { isShortcut } from '../../app/shortcuts'
import { useStore } from '../../app/store'
import { announce } from '../announce'
import { formatNumber } from '../format'
import styles from './SelectionBar.module.css'
import type { ListState } from './search'
import { type BulkBar, countOf, type SelectionStore, shareOf } from './selection'
import type { SelectActions } from './useSelection'

export interface SelectionBarProps {
  selectedItems: SelectionStore
  select: SelectActions
  /** Ids on the screen. */
  ids: readonly string[]
  filters: ListState
  /** How many rows the filters find; an estimate when `estimated`. */
  total: number
  estimated: boolean
  Bulk: BulkBar | undefined
}

const ELSEWHERE = '[role=dialog], [role=menu], [role=listbox], input:not([type=checkbox]), textarea'

/** How much is ticked, what can be done with it, and the way to all that match; there while something is ticked. */
export function SelectionBar({
  selectedItems,
  select,
  ids,
  filters,
  total,
  estimated,
  Bulk,
}: SelectionBarProps) {
  const t = useT('kit')
  const language = useLanguage()
  // The tick is painted first: a frame later is early enough for the bar.
  const selection = useDeferredValue(useStore(selectedItems, (state) => state.selection))
  const count = countOf(selection)
  const ofAll = selection.kind === 'matching'
  const about = estimated ? 'about_' : ''
  const number = formatNumber(count, language)
  const words = ofAll ? t(`kit.select.${about}all`, { number }) : t('kit.select.count', { count, number })
  useEffect(() => {
    if (count) announce(words)
  }, [words, count])

  const { clear } = select
  useEffect(() => {
    if (!count) return
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isShortcut('clearTicks', event)) return
      // There, Escape is about the window or the field.
      if ((event.target as Element).closest(ELSEWHERE)) return
      clear()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [count, clear])

  if (selection.kind === 'none') return null
  const more = !ofAll && total > count && shareOf(selection, ids) === 'all'
  return (
    <div className={styles.place}>
      <div className={styles.bar} role="group" aria-label={t('kit.select.name')}>
        <div className={styles.inside}>
          <strong className={styles.count}>{words}</strong>
          {more && (
            <button type="button" className={styles.more} onClick={() => select.matching(total)}>
              {t(`kit.select.${about}matching`, { number: formatNumber(total, language) })}
            </button>
          )}
          {Bulk && <Bulk selection={selection} filters={filters} total={total} clear={clear} />}
          <button
            type="button"
            className={styles.clear}
            aria-label={t('kit.select.clear')}
            title={t('kit.select.clear')}
            onClick={clear}
          >
            <X size={18} strokeWidth={1.75} aria-hidden />
          </button>
        </div>
      </div>
    </div>
  )
}
