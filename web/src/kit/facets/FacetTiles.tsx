import type { ListDefinition, TilesDefinition } from '../list/definition'
import type { SummaryProps } from '../list/summary'
import { sumsOf as addUp } from '../list/sums'
import { type Facet, useFacets } from './useFacets'
import { type ValueSum, type ValueSums, ValueTiles } from './ValueTiles'

interface FacetTilesProps<Row> extends SummaryProps {
  list: ListDefinition<Row>
  tiles: TilesDefinition
}

/** Tiles of a list that counts its values itself: they follow every filter but their own. */
export function FacetTiles<Row>({ list, tiles, filters, change }: FacetTilesProps<Row>) {
  const facet = useFacets(list, filters)?.columns[tiles.key]
  const sums = facet && sumsOf(facet, tiles)
  return <ValueTiles list={list} tiles={tiles} sums={sums} filters={filters} change={change} />
}

function sumsOf({ values, estimated }: Facet, { opposed = false }: TilesDefinition): ValueSums {
  const count = values.reduce((sum, value) => sum + value.count, 0)
  const adds = !opposed && values.every(({ amount }) => amount !== null)
  const total: ValueSum = { count, amount: adds ? addUp(values.flatMap(({ amount }) => amount ?? [])) : null }
  return { total, of: (wanted) => values.find(({ value }) => value === wanted), estimated }
}
