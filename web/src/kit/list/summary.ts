import type { ListState } from './listState'
import type { TableActions } from './useList'

/** What stands between the title and the list is told what the list shows. */
export interface SummaryProps {
  filters: ListState
  change: TableActions['change']
}
