import type { Answer } from '../app/api'
import { FacetTiles } from '../kit/facets/FacetTiles'
import { type ValueSum, type ValueSums, ValueTiles } from '../kit/facets/ValueTiles'
import type { Money } from '../kit/format'
import type { TilesDefinition } from '../kit/list/definition'
import { isNarrowed } from '../kit/list/search'
import type { SummaryProps } from '../kit/list/summary'
import { CHARGE_STATUSES } from '../kit/statuses'
import { CHARGES } from './list'
import { useSummary } from './useSummary'

const TILES: TilesDefinition = {
  key: 'status',
  // A charge is registered within a second: it has a tile only while one is.
  values: CHARGE_STATUSES.map(({ value, label, tone }) => ({
    value,
    label,
    tone,
    fleeting: value === 'created',
  })),
  label: 'payin.tiles.name',
  all: 'payin.tiles.all',
}

/**
 * How many charges of the period are in which state; together they are the list. The sums come from a roll-up, as fast over
 * millions, until the list is narrowed by more than its period: then the list counts itself.
 */
export function StatusTiles(given: SummaryProps) {
  const narrowed = isNarrowed({ ...given.filters, status: [] })
  return narrowed ? <FacetTiles list={CHARGES} tiles={TILES} {...given} /> : <RolledUp {...given} />
}

function RolledUp({ filters, change }: SummaryProps) {
  const { days, query } = useSummary(filters.period)
  const sums = days ? query.data && sumsOf(query.data) : null
  return <ValueTiles list={CHARGES} tiles={TILES} sums={sums} filters={filters} change={change} />
}

function sumsOf({ total, statuses }: Answer<'/v1/payin/summary', 'get'>): ValueSums {
  const ofState = new Map(statuses.map((each) => [each.status, withSums(each)]))
  return { total: withSums(total), of: (value) => ofState.get(value) }
}

const withSums = ({ count, amount }: { count: number; amount: Money }): ValueSum => ({
  count,
  amount: [amount],
})
