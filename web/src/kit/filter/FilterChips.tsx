import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useLanguage, useT } from '../../app/i18n'
import { useZone } from '../../app/zone'
import { Popover } from '../../ui/Popover'
import { Spinner } from '../../ui/Spinner'
import { WithFacet } from '../facets/WithFacet'
import { formatDocument } from '../format'
import type { Choice, ListDefinition, TypedFilter } from '../list/definition'
import { readPeriod, writePeriod } from '../list/period'
import type { ListState } from '../list/search'
import { AddFilter } from './AddFilter'
import { AddChip, Chip } from './Chip'
import { titleOf } from './titleOf'
import { amountWords, periodWords } from './words'

const PeriodPanel = lazy(() => import('./PeriodPanel'))
const StatusPanel = lazy(() => import('./StatusPanel'))
const AmountPanel = lazy(() => import('./AmountPanel'))
const ChoicePanel = lazy(() => import('./ChoicePanel'))
const TypedPanel = lazy(() => import('./TypedPanel'))

export interface FilterChipsProps<Row> {
  list: ListDefinition<Row>
  state: ListState
  change: (part: Partial<ListState>) => void
}

/** A chip for each filter that holds, with the window that changes it, and one that adds another. */
export function FilterChips<Row>({ list, state, change }: FilterChipsProps<Row>) {
  const t = useT('kit')
  const language = useLanguage()
  const zone = useZone()
  const word = (value: string) => {
    const label = list.status?.values.find((status) => status.value === value)?.label
    return label ? t(label) : value
  }
  const bounded = state.amountFrom !== null || state.amountTo !== null
  const named = (key: string) => t(titleOf(list, key))
  const panels = panelsOf(list, state, change)
  const missing = [
    list.status && !state.status.length && { key: 'status', label: t('kit.filter.status') },
    list.amount && !bounded && { key: 'amount', label: t('kit.filter.amount') },
    ...[...(list.typed ?? []), ...(list.choices ?? [])].map(
      ({ key }) => !(key in state.equals) && { key, label: named(key) },
    ),
    ...(list.days ?? []).map((key) => !(key in state.equals) && { key, label: named(key) }),
  ].filter((filter) => typeof filter === 'object')

  return (
    <>
      {list.period && (
        <Chip main name={t('kit.filter.period')} value={periodWords(t, language, state.period, zone)}>
          {panels.period}
        </Chip>
      )}
      {state.status.length > 0 && (
        <Chip
          name={t('kit.filter.status')}
          value={state.status.map(word).join(', ')}
          onRemove={() => change({ status: [] })}
        >
          {panels.status}
        </Chip>
      )}
      {bounded && (
        <Chip
          name={t('kit.filter.amount')}
          value={amountWords(language, state)}
          onRemove={() => change({ amountFrom: null, amountTo: null })}
        >
          {panels.amount}
        </Chip>
      )}
      {Object.entries(state.equals).map(([key, value]) => {
        const { [key]: _, ...others } = state.equals
        const known = list.choices?.find((choice) => choice.key === key)
        const typed = list.typed?.find((each) => each.key === key)
        const period = list.days?.includes(key) ? readPeriod(value) : null
        const labels = value
          .split(',')
          .map((each) => known?.options.find((option) => option.value === each)?.label)
        return (
          <Chip
            key={key}
            name={named(key)}
            value={
              labels.every((label) => label !== undefined)
                ? labels.map((label) => t(label)).join(', ')
                : period
                  ? periodWords(t, language, period, zone)
                  : typed?.kind === 'document'
                    ? formatDocument(value)
                    : value
            }
            onRemove={() => change({ equals: others })}
          >
            {known || typed || period ? panels.of(key) : undefined}
          </Chip>
        )
      })}
      {missing.length > 0 && (
        <Popover
          title={t('kit.filter.add')}
          trigger={
            <AddChip>
              <Plus size={14} strokeWidth={2} aria-hidden />
              {t('kit.filter.add')}
            </AddChip>
          }
        >
          {(close) => <AddFilter filters={missing} panel={(key) => panels.of(key)(close)} />}
        </Popover>
      )}
    </>
  )
}

/** The window of each filter. Its code comes when it first opens. */
function panelsOf<Row>(list: ListDefinition<Row>, state: ListState, change: FilterChipsProps<Row>['change']) {
  const waiting = <Spinner size={24} />
  const panels = {
    period: (close: () => void) => (
      <Suspense fallback={waiting}>
        <PeriodPanel
          period={state.period}
          longest={list.longest}
          onChange={(period) => {
            change({ period })
            close()
          }}
        />
      </Suspense>
    ),
    status: () => (
      <Suspense fallback={waiting}>
        <WithFacet list={list} state={state} column={list.status?.key ?? ''}>
          {(facet) => (
            <StatusPanel
              values={list.status?.values ?? []}
              facet={facet}
              chosen={state.status}
              onChange={(status) => change({ status })}
            />
          )}
        </WithFacet>
      </Suspense>
    ),
    amount: (close: () => void) => (
      <Suspense fallback={waiting}>
        <AmountPanel
          range={state}
          onChange={(range) => {
            change(range)
            close()
          }}
        />
      </Suspense>
    ),
    choice: (choice: Choice) => (close: () => void) => (
      <Suspense fallback={waiting}>
        <WithFacet list={list} state={state} column={choice.key}>
          {(facet) => (
            <ChoicePanel
              choice={choice}
              facet={facet}
              title={titleOf(list, choice.key)}
              chosen={state.equals[choice.key]}
              onChange={(value) => {
                change({ equals: { ...state.equals, [choice.key]: value } })
                close()
              }}
            />
          )}
        </WithFacet>
      </Suspense>
    ),
  }
  const put = (key: string, value: string, close: () => void) => {
    change({ equals: { ...state.equals, [key]: value } })
    close()
  }
  const typed = (filter: TypedFilter) => (close: () => void) => (
    <Suspense fallback={waiting}>
      <TypedPanel
        filter={filter}
        title={titleOf(list, filter.key)}
        value={state.equals[filter.key]}
        onChange={(value) => put(filter.key, value, close)}
      />
    </Suspense>
  )
  const days = (key: string) => (close: () => void) => (
    <Suspense fallback={waiting}>
      <PeriodPanel
        period={readPeriod(state.equals[key] ?? '') ?? { preset: 'all' }}
        longest={undefined}
        onChange={(period) => put(key, writePeriod(period), close)}
      />
    </Suspense>
  )
  const of = (name: string) => {
    const choice = list.choices?.find(({ key }) => key === name)
    if (choice) return panels.choice(choice)
    const filter = list.typed?.find(({ key }) => key === name)
    if (filter) return typed(filter)
    return list.days?.includes(name) ? days(name) : panels[name as 'status' | 'amount']
  }
  return { ...panels, of }
}
