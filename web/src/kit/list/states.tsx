import { useQuery } from '@tanstack/react-query'
import { CircleAlert, SearchX } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { CallError, linesOf } from '../../app/errors'
import { useT } from '../../app/i18n'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { useZone } from '../../app/zone'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import type { ListDefinition } from './definition'
import { readPage } from './page'
import { extended } from './period'
import { isNarrowed, type ListState } from './search'
import type { TableActions, TableState } from './useList'

const FirstEmpty = lazy(() => import('./FirstEmpty'))

interface StateProps<Row> {
  list: ListDefinition<Row>
  table: TableState<Row>
  actions: TableActions
}

/** Why there is nothing to see, and what a person can do about it. */
export function EmptyList<Row>({ list, table, actions }: StateProps<Row>) {
  const t = useT('kit')
  const zone = useZone()
  const [now] = useState(() => new Date())
  const { appliedFilters: filters, totalItems } = table
  const narrowed = isNarrowed(filters)
  const never = useNever(list, !narrowed && totalItems === 0, filters)
  if (totalItems) {
    return (
      <EmptyState
        level={2}
        icon={<SearchX size={20} strokeWidth={1.75} />}
        title={t('kit.empty.past_end')}
        hint={t('kit.empty.past_end_hint')}
      >
        <Button variant="secondary" onClick={() => actions.change({ page: 1 })}>
          {t('kit.empty.first_page')}
        </Button>
      </EmptyState>
    )
  }
  if (never === undefined) return null
  if (never) {
    return (
      <Suspense>
        <FirstEmpty path={list.path} />
      </Suspense>
    )
  }
  const bounded = Boolean(list.period) && !('preset' in filters.period && filters.period.preset === 'all')
  const longer = bounded ? extended(filters.period, now, zone, list.longest) : null
  const clear = { search: '', status: [], amountFrom: null, amountTo: null, equals: {} }
  return (
    <EmptyState
      level={2}
      icon={<SearchX size={20} strokeWidth={1.75} />}
      title={t(`kit.empty.${bounded ? 'period' : narrowed ? 'filters' : 'nothing'}`)}
      hint={
        filters.search && list.search
          ? t('kit.empty.search_hint', { by: t(list.search) })
          : bounded && narrowed && t('kit.empty.narrowed_hint')
      }
    >
      {longer && (
        <Button variant="secondary" onClick={() => actions.change({ period: longer })}>
          {t('kit.empty.extend')}
        </Button>
      )}
      {bounded && list.longest === undefined && (
        <Button variant="secondary" onClick={() => actions.change({ period: { preset: 'all' } })}>
          {t('kit.empty.all_time')}
        </Button>
      )}
      {narrowed && (
        <Button variant="ghost" onClick={() => actions.change(clear)}>
          {t('kit.empty.clear')}
        </Button>
      )}
    </EmptyState>
  )
}

/** Whether a list has never had a row in any period; undefined until known. */
function useNever<Row>(
  list: ListDefinition<Row>,
  empty: boolean,
  { period }: ListState,
): boolean | undefined {
  const account = useStore(settings, ({ account: chosen }) => chosen?.id ?? null)
  const bounded = Boolean(list.period) && !('preset' in period && period.preset === 'all')
  // A list that is never seen whole cannot say so.
  const asks = empty && bounded && list.longest === undefined
  const { data, error } = useQuery({
    queryKey: ['list', list.name, account, list.within ?? null, 'never'],
    queryFn: ({ signal }) => readPage(list.path, { ...list.within, per_page: 1 }, signal),
    enabled: asks,
  })
  if (!empty) return false
  if (!asks) return !bounded
  return error ? false : data && data.total === 0
}

export function FailedList({ failure, onRetry }: { failure: Error; onRetry: () => void }) {
  const t = useT('common', 'kit')
  // Asking again would change nothing.
  if (failure instanceof CallError && failure.status === 403) {
    return (
      <div role="alert">
        <EmptyState
          level={2}
          title={t('common.page.unauthorized')}
          hint={t('common.page.unauthorized_hint')}
        />
      </div>
    )
  }
  return (
    <div role="alert">
      <EmptyState
        level={2}
        icon={<CircleAlert size={20} strokeWidth={1.75} />}
        title={t('kit.list.failed')}
        hint={linesOf(t, failure).join('. ')}
      >
        <Button variant="secondary" onClick={onRetry}>
          {t('common.action.retry')}
        </Button>
      </EmptyState>
    </div>
  )
}
