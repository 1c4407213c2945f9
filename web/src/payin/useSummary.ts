import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type Answer, api, body } from '../app/api'
import { settings } from '../app/state'
import { useStore } from '../app/store'
import { useZone } from '../app/zone'
import { daysOf, type Period } from '../kit/list/period'

type Summary = Answer<'/v1/payin/summary', 'get'>

const LONGEST_DAYS = 400

/** Counts and sums of a period. Null days: the period has none, because sums are kept by the day. */
export function useSummary(period: Period): { days: Days | null; query: UseQueryResult<Summary> } {
  const account = useStore(settings, (state) => state.account?.id ?? null)
  const days = summedDays(period, useZone())
  const query = useQuery({
    queryKey: ['list', 'payin.summary', account, days],
    queryFn: ({ signal }) => body(api.GET('/v1/payin/summary', { params: { query: days! }, signal })),
    enabled: days !== null,
    placeholderData: keepPreviousData,
  })
  return { days, query }
}

interface Days {
  from: string
  to: string
}

/** A period of minutes has no sums, and neither has all of time. */
function summedDays(period: Period, zone: string): Days | null {
  const days = daysOf(period, new Date(), zone)
  if (!days) return null
  const length = (Date.parse(days.to) - Date.parse(days.from)) / 86_400_000
  return length <= LONGEST_DAYS ? days : null
}
