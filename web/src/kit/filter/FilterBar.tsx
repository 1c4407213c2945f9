import { ListFilter } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useCallback, useId } from 'react'
import { useT } from '../../app/i18n'
import { Button } from '../../ui/Button'
import type AskType from '../ask/Ask'
import type { ListDefinition } from '../list/definition'
import { DEFAULT_PRESET } from '../list/period'
import type { ListState } from '../list/search'
import { useNarrow } from '../list/useNarrow'
import styles from './FilterBar.module.css'
import { FilterChips } from './FilterChips'
import { SearchBox } from './SearchBox'

const Ask = lazy(() => import('../ask/Ask')) as typeof AskType

export interface FilterBarProps<Row> {
  list: ListDefinition<Row>
  state: ListState
  change: (part: Partial<ListState>) => void
  /** Whether a phone shows more than the search; wider screens always do. */
  open: boolean
  onOpen: (open: boolean) => void
  /** At its end. */
  children?: ReactNode
}

/** What narrows a list: the search, the period, and a chip for everything else that holds. */
export function FilterBar<Row>({ list, state, change, open, onOpen, children }: FilterBarProps<Row>) {
  const t = useT('kit')
  const search = useCallback((text: string) => change({ search: text }), [change])
  const id = useId()
  const narrow = useNarrow()
  const folded = narrow && !open

  return (
    <div className={styles.bar}>
      {list.search && <SearchBox value={state.search} label={t(list.search)} onSearch={search} />}
      {list.search && state.search && (
        <Suspense fallback={null}>
          <Ask key={state.search} list={list} state={state} change={change} />
        </Suspense>
      )}
      {narrow && (
        <Button
          variant="secondary"
          aria-expanded={open}
          aria-controls={id}
          icon={<ListFilter size={18} strokeWidth={1.75} />}
          onClick={() => onOpen(!open)}
        >
          {t('kit.filter.fold')}
          {holding(list.period, state) > 0 && ` (${holding(list.period, state)})`}
        </Button>
      )}
      <div id={id} className={styles.filters} hidden={folded}>
        <FilterChips list={list} state={state} change={change} />
      </div>
      {children && (
        <div className={styles.end} hidden={folded}>
          {children}
        </div>
      )}
    </div>
  )
}

/** How many filters hold that a person chose; a list without a column for it has no period. */
function holding(
  column: string | undefined,
  { period, status, amountFrom, amountTo, equals }: ListState,
): number {
  const chosen = [
    column !== undefined && (!('preset' in period) || period.preset !== DEFAULT_PRESET),
    status.length > 0,
    amountFrom !== null || amountTo !== null,
  ]
  return chosen.filter(Boolean).length + Object.keys(equals).length
}
