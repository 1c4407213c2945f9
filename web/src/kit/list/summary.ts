import type { ListState } from './listState'
import type { TableActions } from './useList'

/** What the summary between title and list gets to know of the list. */
export interface SummaryProps {
  filters: ListState
  change: TableActions['change']
}
