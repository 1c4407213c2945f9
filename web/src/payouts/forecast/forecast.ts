import { useQuery } from '@tanstack/react-query'
import { api, body } from '../../app/api'
import type { components } from '../../app/api-types'
import { wordsOf } from '../../app/i18n'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'

/** When open payments leave, as the server forecasts it; what a person supposes of it. */

export type Forecast = components['schemas']['PayoutForecast']
export type WhatIfAnswer = components['schemas']['PayoutWhatIf']
export type WhatIfInput = components['schemas']['WhatIfInput']
export type ForecastSums = components['schemas']['ForecastSums']
export type ForecastAction = components['schemas']['ForecastAction']
export type ForecastPayment = components['schemas']['ForecastPayment']

export const FORECAST_PATH = '/dashboard/payouts/administration/forecast'
/** Payments that one answer names at most. */
export const MOST_NAMED = 50
/** Milliseconds between looks. */
const EVERY = 60_000

export const wordOf = wordsOf('payoutForecast')

/** Days after today that a person may look ahead; the server looks no further than the last. */
export const AHEAD = [0, 1, 7] as const
export type Ahead = (typeof AHEAD)[number]

/** The forecast of the chosen merchant, or of one batch as if it were submitted now; looked at again by itself. */
export function useForecast(query: { batch?: string; days?: Ahead }) {
  const account = useStore(settings, (state) => state.account?.id ?? null)
  return useQuery({
    queryKey: ['payouts', 'forecast', account, query],
    queryFn: ({ signal }) => body(api.GET('/v1/payouts/forecast', { params: { query }, signal })),
    refetchInterval: EVERY,
    // Another number of days is no other page: what somebody supposes on it stays.
    placeholderData: (previous, before) => (before?.queryKey[2] === account ? previous : undefined),
  })
}
