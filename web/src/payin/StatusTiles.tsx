import type { Answer } from '../app/api'
import { type ValueSum, type ValueSums, ValueTiles } from '../kit/facets/ValueTiles'
import type { Money } from '../kit/format'
import type { TilesDefinition } from '../kit/list/definition'
import type { SummaryProps } from '../kit/list/summary'
import { CHARGE_STATUSES } from '../kit/statuses'
import { CHARGES } from './list'
import { useSummary } from './useSummary'

const SHOWN = ['paid', 'pending', 'expired', 'under_review']

const TILES: TilesDefinition = {
  key: 'status',
  values: SHOWN.flatMap((shown) => CHARGE_STATUSES.filter(({ value }) => value === shown)),
  label: 'payin.tiles.name',
  all: 'payin.tiles.all',
}

/** How many charges of the period are in which state. The sums come from a roll-up, as fast over millions; they do not follow the other filters. */
export function StatusTiles({ filters, change }: SummaryProps) {
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
