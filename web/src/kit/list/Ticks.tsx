import { memo, useMemo, useRef } from 'react'
import { useStore } from '../../app/store'
import { Checkbox } from '../../ui/Checkbox'
import type { Text } from './definition'
import { isSelected, type SelectionStore, shareOf } from './selection'
import styles from './Ticks.module.css'
import type { SelectActions } from './useSelection'

interface TicksProps {
  selectedItems: SelectionStore
  select: SelectActions
  text: Text
}

/** The tick of a row; with Shift it ticks all rows since the last one. The keyboard's coming to the row does not draw it anew. */
export const RowTick = memo(TickOfRow)

function TickOfRow({
  id,
  place,
  byTab = true,
  selectedItems,
  select,
  text,
}: TicksProps & {
  id: string
  /** Its number, by which it is named. */
  place: number
  /** Whether Tab stops at it; not where its row does, and Space ticks that. */
  byTab?: boolean
}) {
  const checked = useStore(selectedItems, ({ selection }) => isSelected(selection, id))
  const extend = useRef(false)
  const label = useMemo(() => text.t('kit.select.row', { row: place }), [text, place])
  return (
    <Checkbox
      className={styles.tick}
      label={label}
      hideLabel
      tabIndex={byTab ? undefined : -1}
      checked={checked}
      onClick={(event) => {
        extend.current = event.shiftKey
      }}
      onChange={(on) => select.row(id, on, extend.current)}
    />
  )
}

/** The tick of every row on the screen. */
export function LoadedTick({ ids, selectedItems, select, text }: TicksProps & { ids: readonly string[] }) {
  const share = useStore(selectedItems, ({ selection }) => shareOf(selection, ids))
  return (
    <Checkbox
      className={styles.tick}
      label={text.t('kit.select.loaded')}
      hideLabel
      disabled={ids.length === 0}
      checked={share === 'all'}
      indeterminate={share === 'some'}
      onChange={(on) => select.loaded(on)}
    />
  )
}
