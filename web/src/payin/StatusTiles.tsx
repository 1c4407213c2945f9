import { useT } from '../app/i18n'
import type { SummaryProps } from '../kit/list/ResourceList'
import { type Tile, Tiles } from '../kit/list/Tiles'
import { CHARGE_STATUSES } from '../kit/statuses'
import { useSummary } from './useSummary'

const SHOWN = ['paid', 'pending', 'expired', 'under_review']

/** How many charges of the period are in which state; the sums do not follow the other filters. */
export function StatusTiles({ filters, change }: SummaryProps) {
  const t = useT('payin')
  const { days, query } = useSummary(filters.period)
  const sums = days ? query.data : null
  const shown = CHARGE_STATUSES.filter(({ value }) => SHOWN.includes(value)).toSorted(
    (a, b) => SHOWN.indexOf(a.value) - SHOWN.indexOf(b.value),
  )
  const tiles: Tile[] = [
    {
      key: 'all',
      label: t('payin.tiles.all'),
      count: sums && sums.total.count,
      amount: sums?.total.amount,
      pressed: filters.status.length === 0,
      onPress: () => change({ status: [] }),
    },
    ...shown.map(({ value, label, tone }) => {
      const sum = sums?.statuses.find(({ status }) => status === value)
      const pressed = filters.status.length === 1 && filters.status[0] === value
      return {
        key: value,
        label: t(label),
        tone,
        count: sums && (sum?.count ?? 0),
        amount: sum?.amount,
        pressed,
        onPress: () => change({ status: pressed ? [] : [value] }),
      }
    }),
  ]
  return <Tiles tiles={tiles} label={t('payin.tiles.name')} />
}
