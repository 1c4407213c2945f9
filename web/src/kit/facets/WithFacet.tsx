import type { ReactNode } from 'react'
import type { ListDefinition } from '../list/definition'
import type { ListState } from '../list/search'
import { type Facet, useFacets } from './useFacets'

interface WithFacetProps<Row> {
  list: ListDefinition<Row>
  state: ListState
  column: string
  children: (facet: Facet | undefined) => ReactNode
}

/** Fetches the counts of a column for what stands in it: put into a window, they are asked for when it opens. */
export function WithFacet<Row>({ list, state, column, children }: WithFacetProps<Row>) {
  return children(useFacets(list, state)?.columns[column])
}
