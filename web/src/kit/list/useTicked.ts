import { useMemo } from 'react'
import { useFacets } from '../facets/useFacets'
import type { Money } from '../format'
import type { ListNames } from './definition'
import type { ListState } from './listState'
import { countOf, type Selection } from './selection'
import { sumsOf } from './sums'

/** What is ticked, in figures. */
export interface Ticked {
  count: number
  /** Sums of its amounts; undefined while loading, null if there are too many rows to add up. */
  sums: readonly Money[] | null | undefined
}

/** The money that a row is about; the server adds up the same column. */
const AMOUNT = 'amount'
const NOTHING: readonly Money[] = []

/** How many rows are ticked, and their sums; for "all that match" the server returns both from one snapshot. */
export function useTicked(list: ListNames, selection: Selection, filters: ListState): Ticked {
  const summed =
    !list.tiles?.opposed && list.columns.some(({ key, kind }) => key === AMOUNT && kind === 'money')
  const matching = selection.kind === 'matching'
  const total = useFacets(list, filters, { wanted: summed && matching, exact: true })?.total
  return useMemo(() => {
    const count = countOf(selection)
    if (!summed || selection.kind === 'none') return { count, sums: NOTHING }
    if (selection.kind === 'ids') return { count, sums: sumsOf(amountsOf(selection.rows.values())) }
    if (!total || total.estimated) return { count, sums: total && null }
    return { count: total.count, sums: total.sums?.[AMOUNT] ?? NOTHING }
  }, [selection, summed, total])
}

function* amountsOf(rows: Iterable<unknown>): Generator<Money | null | undefined> {
  for (const row of rows) yield (row as Record<typeof AMOUNT, Money | null> | undefined)?.[AMOUNT]
}
