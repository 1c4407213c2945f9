import { type ComponentType, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { Framed } from '../../app/framed'
import { useLanguage, useT } from '../../app/i18n'
import { useZone } from '../../app/zone'
import { cx } from '../../ui/cx'
import { Loading } from '../../ui/Loading'
import { Bar } from '../../ui/Skeleton'
import { announce } from '../announce'
import { ExportButton } from '../export/ExportButton'
import { FacetTiles } from '../facets/FacetTiles'
import { SummaryRow } from '../facets/SummaryRow'
import { FilterBar } from '../filter/FilterBar'
import { inPeriodWords } from '../filter/words'
import { formatNumber, zoneName } from '../format'
import { PageHeader } from '../PageHeader'
import { Views } from '../views/Views'
import { rememberAround } from './around'
import { Cards } from './Cards'
import { newCursor } from './cursor'
import { DataTable } from './DataTable'
import { DensityChoice } from './DensityChoice'
import type { ListDefinition } from './definition'
import { More } from './More'
import { Pager } from './Pager'
import styles from './ResourceList.module.css'
import { SelectionBar } from './SelectionBar'
import { EmptyList, FailedList } from './states'
import type { SummaryProps } from './summary'
import { type TableActions, type TableState, useList } from './useList'
import { useCards } from './useNarrow'
import { useReturn } from './useReturn'
import { ViewChoice } from './ViewChoice'
import { ROW_HEIGHT } from './view'

const MOST_SKELETONS = 25

export interface ResourceListProps<Row> {
  list: ListDefinition<Row>
  title: string
  /** What the rows are, where the title says more than that. */
  caption?: string
  /** At the end of the title: what can be created here. */
  actions?: ReactNode
  /** Screens beside this list, on the line of its title. */
  tabs?: ReactNode
  /** Between the title and the list: sums that follow its period. */
  Summary?: ComponentType<SummaryProps>
}

/** A list of anything: from its definition alone come its address, filters, table, cards and pages. */
export function ResourceList<Row>(props: ResourceListProps<Row>) {
  const { list, title, tabs, actions: buttons } = props
  const t = useT('common')
  const [table, actions] = useList(list)
  const words = useWords(list, table)
  const { results } = table
  useEffect(() => {
    if (list.href) rememberAround(results.map(list.href))
  }, [list, results])
  const framed = use(Framed)
  return (
    <>
      <PageHeader
        title={title}
        {...(tabs
          ? { said: words }
          : { subtitle: table.loading && !table.failure ? <Bar width="16em" /> : words })}
        tabs={tabs}
        actions={buttons}
      />
      {framed ? (
        <Body {...props} table={table} actions={actions} />
      ) : (
        <Loading type="text" label={t('common.loading')} />
      )}
    </>
  )
}

interface BodyProps<Row> extends Omit<ResourceListProps<Row>, 'actions' | 'tabs'> {
  table: TableState<Row>
  actions: TableActions
}

/** Everything below a list's header. */
function Body<Row>({ list, title, caption = title, Summary, table, actions }: BodyProps<Row>) {
  const t = useT('kit')
  const language = useLanguage()
  const narrow = useCards()
  const { appliedFilters: state, results, loading, failure, viewSettings } = table

  const { shownColumns } = viewSettings
  const columns = useMemo(
    () => shownColumns.flatMap((key) => list.columns.filter((column) => column.key === key)),
    [list, shownColumns],
  )
  const text = useMemo(() => ({ t, language }), [t, language])
  const [cursor] = useState(newCursor)
  const [boxed, setBoxed] = useState(false)
  const [left, setLeft] = useState(0)
  const { ids, selectedItems } = table
  const select = list.selectable ? actions.select : null
  const before = viewSettings.mode === 'pages' ? (state.page - 1) * state.perPage : 0
  const skeletons = loading && !failure ? Math.min(state.perPage, MOST_SKELETONS) : 0
  const total = table.totalEstimated ? null : table.totalItems
  const virtual = viewSettings.mode === 'continuous'
  const shown = { list, rows: results, ids, before, total, virtual, skeletons }
  const shared = { ...shown, selectedItems, select, caption, text }
  useReturn({
    ids,
    awaited: loading || table.refreshing,
    hasMore: virtual && table.hasMore,
    more: actions.more,
    cursor,
  })
  return (
    <>
      {Summary && (
        <div className={styles.summary}>
          <Summary filters={state} change={actions.change} />
        </div>
      )}
      {list.tiles && (
        <div className={styles.summary}>
          <FacetTiles list={list} tiles={list.tiles} filters={state} change={actions.change} />
        </div>
      )}
      <section
        className={styles.card}
        data-density={viewSettings.density}
        data-first={loading || undefined}
        aria-label={caption}
        aria-busy={loading || table.refreshing}
      >
        <FilterBar
          list={list}
          state={state}
          change={actions.change}
          open={table.filterOpen}
          onOpen={actions.openFilters}
        >
          {list.views && <Views list={list} name={list.views} table={table} actions={actions} />}
          {list.views && <ExportButton list={list} name={list.views} filters={state} shown={shownColumns} />}
          {!narrow && (
            <DensityChoice density={viewSettings.density} onChange={(density) => actions.look({ density })} />
          )}
          <ViewChoice
            columns={list.columns}
            shown={shownColumns}
            changed={viewSettings.changed}
            left={narrow ? 0 : left}
            mode={viewSettings.mode}
            modes={viewSettings.modesAvailable}
            density={viewSettings.density}
            onChange={actions.look}
            onShow={actions.showView}
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
                  rowHeight={ROW_HEIGHT[viewSettings.density]}
                  more={actions.more}
                  onBoxed={setBoxed}
                  fits={!viewSettings.changed}
                  onLeft={setLeft}
                  cursor={cursor}
                  order={state.order}
                  onOrder={(order) => actions.change({ order })}
                />
              )}
            </div>
            <SummaryRow list={list} table={table} columns={columns} />
            <End table={table} actions={actions} boxed={boxed && !narrow} />
            {select && (
              <SelectionBar
                list={list}
                shown={shownColumns}
                selectedItems={selectedItems}
                select={select}
                ids={ids}
                filters={state}
                total={table.totalItems ?? 0}
                estimated={table.totalEstimated}
              />
            )}
          </>
        )}
      </section>
    </>
  )
}

interface EndProps<Row> {
  table: TableState<Row>
  actions: TableActions
  /** Whether the rows scroll in a box of their own. */
  boxed: boolean
}

function End<Row>({ table, actions, boxed }: EndProps<Row>) {
  const { appliedFilters: state, results, totalItems, totalEstimated } = table
  const counted = { count: results.length, total: totalItems, estimated: totalEstimated }
  if (table.viewSettings.mode === 'continuous') {
    const ended = !table.loading && !table.hasMore
    return <More {...counted} more={actions.more} ended={ended} watches={!boxed} />
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

/** "20,418 in the last 30 days, Brasilia Time"; also said aloud whenever the rows changed. */
function useWords<Row>(list: ListDefinition<Row>, table: TableState<Row>): string {
  const t = useT('kit')
  const language = useLanguage()
  const zone = useZone()
  const { totalItems, totalEstimated, appliedFilters, refreshing } = table
  const period = list.period ? inPeriodWords(t, language, appliedFilters.period, zone) : null
  const count = totalItems === null ? null : formatNumber(totalItems, language)
  const about = totalEstimated ? 'about_' : ''
  const key = period ? `kit.list.${about}count_in` : `kit.list.${about}count`
  const words =
    count === null
      ? ''
      : t(key, { count, period: period?.toLowerCase() ?? '', zone: zoneName(zone, language) })
  useEffect(() => {
    if (words && !refreshing) announce(words)
  }, [words, refreshing])
  return words || '\u00a0'
}
