import type { Translate } from '../app/i18n'

/** How a call to a bank ended without an answer, as the server names it → what a person makes of it. */
const OUTAGES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Read|Write|Connect|Pool)Timeout\b/, 'payin.outage.slow'],
  [/\bConnectError\b/, 'payin.outage.unreachable'],
  [/\b(?:Read|Write|Close|RemoteProtocol|LocalProtocol)Error\b/, 'payin.outage.broken'],
]

/** Why a bank did not do it: the bank's own words, or ours where it said none. ``t`` knows `payin`. */
export function outageWords(t: Translate, error: string): string {
  const known = OUTAGES.find(([name]) => name.test(error))
  return known ? t(known[1]) : error
}
