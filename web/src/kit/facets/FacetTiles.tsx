import type { ListDefinition, TilesDefinition } from '../list/definition'
import type { SummaryProps } from '../list/summary'
import { sumsOf as addUp } from '../list/sums'
import { type Facet, type Facets, useFacets } from './useFacets'
import { type ValueSum, type ValueSums, ValueTiles } from './ValueTiles'

interface FacetTilesProps<Row> extends SummaryProps {
  list: ListDefinition<Row>
  tiles: TilesDefinition
}

/** Tiles of a list that counts its values itself: they follow every filter but their own. */
export function FacetTiles<Row>({ list, tiles, filters, change }: FacetTilesProps<Row>) {
  const columns = useFacets(list, filters)?.columns
  const sums = columns?.[tiles.key] && sumsOf(columns, columns[tiles.key]!, tiles)
  return <ValueTiles list={list} tiles={tiles} sums={sums} filters={filters} change={change} />
}

function sumsOf(
  columns: Facets['columns'],
  { values, estimated }: Facet,
  { key, opposed = false }: TilesDefinition,
): ValueSums {
  const count = values.reduce((sum, value) => sum + value.count, 0)
  const adds = !opposed && values.every(({ amount }) => amount !== null)
  const total: ValueSum = { count, amount: adds ? addUp(values.flatMap(({ amount }) => amount ?? [])) : null }
  const of: ValueSums['of'] = (wanted, column = key) => {
    const each = wanted.split(',')
    const found = columns[column]?.values.filter(({ value }) => each.includes(value)) ?? []
    return {
      count: found.reduce((sum, value) => sum + value.count, 0),
      amount: found.every(({ amount }) => amount !== null)
        ? addUp(found.flatMap(({ amount }) => amount ?? []))
        : null,
    }
  }
  return { total, of, estimated }
}
