import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, body } from '../app/api'
import { useT } from '../app/i18n'
import { settings } from '../app/state'
import { useStore } from '../app/store'
import { daysOf } from '../kit/list/period'
import type { SummaryProps } from '../kit/list/ResourceList'
import type { ListState } from '../kit/list/search'
import { type Tile, Tiles } from '../kit/list/Tiles'
import { CHARGE_STATUSES } from '../kit/statuses'

const SHOWN = ['paid', 'pending', 'expired', 'under_review']
const LONGEST_DAYS = 400

/** How many charges of the period are in which state; the sums do not follow the other filters. */
export function StatusTiles({ filters, change }: SummaryProps) {
  const t = useT('payin')
  const account = useStore(settings, (state) => state.account?.id ?? null)
  const days = summedDays(filters)
  const { data } = useQuery({
    queryKey: ['list', 'payin.summary', account, days],
    queryFn: ({ signal }) => body(api.GET('/v1/payin/summary', { params: { query: days! }, signal })),
    enabled: days !== null,
    placeholderData: keepPreviousData,
  })
  const sums = days ? data : null
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

/** Sums are kept by the day, so a period of minutes has none, and neither has all of time. */
function summedDays({ period }: ListState): { from: string; to: string } | null {
  const days = daysOf(period, new Date())
  if (!days) return null
  const length = (Date.parse(days.to) - Date.parse(days.from)) / 86_400_000
  return length <= LONGEST_DAYS ? days : null
}
