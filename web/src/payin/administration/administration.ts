import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type Answer, api, body } from '../../app/api'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { useZone } from '../../app/zone'
import { daysOf, isEnd, isPreset, lengthOf, type Period } from '../../kit/list/period'

export type Administration = Answer<'/v1/payin/administration', 'get'>
export type Figures = Administration['now']

/** Days that a period may have; the server adds up no more at once. */
export const LONGEST = 400
export const USUAL: Period = { preset: '30d' }
/** How often an open page looks again, in milliseconds. */
const FOLLOW = 30_000

/** The period in an address; what means nothing, or has no days, is the usual one. */
export function periodOf(search: Record<string, string | undefined>, now: Date, zone: string): Period {
  const { period, from, to } = search
  const ends = { ...(from && isEnd(from) && { from }), ...(to && isEnd(to) && { to }) }
  const given: Period = period && isPreset(period) ? { preset: period } : ends.from ? ends : USUAL
  return daysOf(given, now, zone) && lengthOf(given, now, zone) <= LONGEST ? given : USUAL
}

export function useAdministration(period: Period): UseQueryResult<Administration> {
  const account = useStore(settings, (state) => state.account?.id ?? null)
  const zone = useZone()
  return useQuery({
    queryKey: ['payin.administration', account, zone, period],
    queryFn: ({ signal }) => {
      const query = daysOf(period, new Date(), zone)!
      return body(api.GET('/v1/payin/administration', { params: { query }, signal }))
    },
    placeholderData: keepPreviousData,
    refetchInterval: FOLLOW,
  })
}

/** By how many percent a number is more or less than before, with one decimal place; null: there was nothing before. */
export function changeOf(now: number, before: number): string | null {
  return before === 0 ? null : (((now - before) / before) * 100).toFixed(1)
}

/** By how many points a share is more or less than before. */
export function pointsOf(now: string | null, before: string | null): string | null {
  return now === null || before === null ? null : (Number(now) - Number(before)).toFixed(1)
}
