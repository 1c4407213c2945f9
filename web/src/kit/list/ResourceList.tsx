import { type ComponentType, type ReactNode, useEffect } from 'react'
import { useLanguage, useT } from '../../app/i18n'
import { useZone } from '../../app/zone'
import { cx } from '../../ui/cx'
import { announce } from '../announce'
import { FilterBar } from '../filter/FilterBar'
import { inPeriodWords } from '../filter/words'
import { formatNumber } from '../format'
import { PageHeader } from '../PageHeader'
import { Cards } from './Cards'
import { DataTable } from './DataTable'
import type { ListDefinition } from './definition'
import { More } from './More'
import { Pager } from './Pager'
import styles from './ResourceList.module.css'
import type { ListState } from './search'
import { EmptyList, FailedList } from './states'
import { type TableActions, type TableState, useList } from './useList'
import { useNarrow } from './useNarrow'
import { ViewChoice } from './ViewChoice'

const MOST_SKELETONS = 25

/** What stands between the title and the list is told what the list shows. */
export interface SummaryProps {
  filters: ListState
  change: TableActions['change']
}

export interface ResourceListProps<Row> {
  list: ListDefinition<Row>
  title: string
  /** What the rows are, where the title says more than that. */
  caption?: string
  /** At the end of the title: what can be created here. */
  actions?: ReactNode
  /** Between the title and the list: sums that follow its period. */
  Summary?: ComponentType<SummaryProps>
}

/** A list of anything: from its definition alone come its address, filters, table, cards and pages. */
export function ResourceList<Row>({
  list,
  title,
  caption = title,
  actions: buttons,
  Summary,
}: ResourceListProps<Row>) {
  const t = useT('kit')
  const language = useLanguage()
  const narrow = useNarrow()
  const [table, actions] = useList(list)
  const { appliedFilters: state, results, loading, failure, viewSettings } = table
  const words = useWords(list, table)

  const columns = list.columns.filter(({ key }) => viewSettings.shownColumns.includes(key))
  const skeletons = loading && !failure ? Math.min(state.perPage, MOST_SKELETONS) : 0
  const shared = { list, rows: results, skeletons, caption, text: { t, language } }
  return (
    <>
      <PageHeader title={title} subtitle={words} actions={buttons} />
      {Summary && (
        <div className={styles.summary}>
          <Summary filters={state} change={actions.change} />
        </div>
      )}
      <section className={styles.card} aria-label={caption} aria-busy={loading || table.refreshing}>
        <FilterBar list={list} state={state} change={actions.change}>
          <ViewChoice
            columns={list.columns}
            shown={viewSettings.shownColumns}
            changed={viewSettings.changed}
            mode={viewSettings.mode}
            onColumns={(keys) => actions.look({ columns: keys })}
            onMode={(mode) => actions.look({ mode })}
          />
        </FilterBar>
        {failure ? (
          <FailedList failure={failure} onRetry={actions.retry} />
        ) : !loading && results.length === 0 ? (
          <EmptyList list={list} table={table} actions={actions} />
        ) : (
          <>
            <div className={cx(styles.rows, table.refreshing && styles.refreshing)}>
              {narrow ? (
                <Cards {...shared} />
              ) : (
                <DataTable
                  {...shared}
                  columns={columns}
                  order={state.order}
                  onOrder={(order) => actions.change({ order })}
                />
              )}
            </div>
            <End table={table} actions={actions} />
          </>
        )}
      </section>
    </>
  )
}

function End<Row>({ table, actions }: { table: TableState<Row>; actions: TableActions }) {
  const { appliedFilters: state, results, totalItems, totalEstimated } = table
  const counted = { count: results.length, total: totalItems, estimated: totalEstimated }
  if (table.viewSettings.mode === 'continuous') {
    return <More {...counted} more={actions.more} ended={!table.loading && !table.hasMore} />
  }
  return (
    <Pager
      {...counted}
      page={state.page}
      perPage={state.perPage}
      pages={table.totalPages}
      hasNext={table.hasNext}
      onPage={(page) => actions.change({ page })}
      onPerPage={(perPage) => actions.change({ perPage })}
    />
  )
}

/** "20,418 in the last 30 days, America/Sao_Paulo"; also said aloud whenever the rows changed. */
function useWords<Row>(list: ListDefinition<Row>, table: TableState<Row>): string {
  const t = useT('kit')
  const language = useLanguage()
  const zone = useZone()
  const { totalItems, totalEstimated, appliedFilters, refreshing } = table
  const period = list.period ? inPeriodWords(t, language, appliedFilters.period, zone) : null
  const count = totalItems === null ? null : formatNumber(totalItems, language)
  const about = totalEstimated ? 'about_' : ''
  const key = period ? `kit.list.${about}count_in` : `kit.list.${about}count`
  const words = count === null ? '' : t(key, { count, period: period?.toLowerCase() ?? '', zone })
  useEffect(() => {
    if (words && !refreshing) announce(words)
  }, [words, refreshing])
  return words || '\u00a0'
}
