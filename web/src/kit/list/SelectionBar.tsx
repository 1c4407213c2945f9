import { X } from 'lucide-react'
import { memo, useDeferredValue, useEffect } from 'react'
import { useLanguage, useT } from '../../app/i18n'
import { isShortcut } from '../../app/shortcuts'
import { useStore } from '../../app/store'
import { Actions } from '../Actions'
import { announce } from '../announce'
import { ExportButton } from '../export/ExportButton'
import { formatMoney, formatNumber } from '../format'
import type { ListDefinition } from './definition'
import styles from './SelectionBar.module.css'
import type { ListState } from './search'
import { type Selection, type SelectionStore, shareOf } from './selection'
import { TickedSums } from './TickedSums'
import type { SelectActions } from './useSelection'
import { useTicked } from './useTicked'

export interface SelectionBarProps<Row> {
  list: ListDefinition<Row>
  /** Keys of the columns on the screen. */
  shown: readonly string[]
  selectedItems: SelectionStore
  select: SelectActions
  /** Ids on the screen. */
  ids: readonly string[]
  filters: ListState
  /** How many rows the filters find; an estimate when `estimated`. */
  total: number
  estimated: boolean
}

const ELSEWHERE = '[role=dialog], [role=menu], [role=listbox], input:not([type=checkbox]), textarea'

/** The ticked rows' count and sums, the commands on them, and "select all that match"; shown while something is ticked. */
export function SelectionBar<Row>({ selectedItems, ...rest }: SelectionBarProps<Row>) {
  // The tick is painted first: a frame later is early enough for the bar.
  const selection = useDeferredValue(useStore(selectedItems, (state) => state.selection))
  return <Bar {...rest} selection={selection} />
}

/** Not drawn with the tick itself, when there is nothing new in it yet. */
const Bar = memo(TicksBar) as typeof TicksBar

function TicksBar<Row>({
  list,
  shown,
  selection,
  select,
  ids,
  filters,
  total,
  estimated,
}: Omit<SelectionBarProps<Row>, 'selectedItems'> & { selection: Selection }) {
  const t = useT('kit')
  const language = useLanguage()
  const { count, sums } = useTicked(list, selection, filters)
  const ofAll = selection.kind === 'matching'
  const about = estimated ? 'about_' : ''
  const number = formatNumber(count, language)
  const words = ofAll ? t(`kit.select.${about}all`, { number }) : t('kit.select.count', { count, number })
  const said = [words, ...(sums ?? []).map((sum) => formatMoney(sum, language))].join(', ')
  useEffect(() => {
    if (count) announce(said)
  }, [said, count])

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
  const { bulk: Bulk, views } = list
  const more = !ofAll && total > count && shareOf(selection, ids) === 'all'
  return (
    <div className={styles.place}>
      <div className={styles.bar} role="group" aria-label={t('kit.select.name')}>
        <div className={styles.inside}>
          <strong className={styles.count}>{words}</strong>
          {sums?.length !== 0 && (
            <span className={styles.sum}>
              <TickedSums sums={sums} />
            </span>
          )}
          {more && (
            <button type="button" className={styles.more} onClick={() => select.matching(total)}>
              {t(`kit.select.${about}matching`, { number: formatNumber(total, language) })}
            </button>
          )}
          <div className={styles.acts}>
            <Actions>
              {Bulk && <Bulk selection={selection} filters={filters} total={total} clear={clear} />}
              {views && (
                <ExportButton
                  list={list}
                  name={views}
                  filters={filters}
                  shown={shown}
                  ticked={selection}
                  variant="secondary"
                />
              )}
            </Actions>
          </div>
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
