/** What each part of a split would get, as the server divides it. Minor units and basis points. */

export interface Part {
  kind: 'fixed' | 'percent' | 'remainder'
  value: number
}

export interface Divided {
  /** In the order of the parts. */
  parts: number[]
  /** What no part takes is the merchant's; below zero, the parts do not fit. */
  rest: number
}

const WHOLE = 10_000n

/** `rounding`: the place of the part that takes the odd cents; -1 is the merchant. */
export function divide(parts: readonly Part[], amount: number, rounding: number): Divided {
  const points = parts.reduce((sum, { kind, value }) => sum + (kind === 'percent' ? value : 0), 0)
  const whole = BigInt(amount)
  const shares = parts.map(({ kind, value }) => {
    if (kind === 'fixed') return value
    return kind === 'percent' ? Number((whole * BigInt(value)) / WHOLE) : 0
  })
  const cut = parts.reduce((sum, { kind }, place) => sum + (kind === 'percent' ? (shares[place] ?? 0) : 0), 0)
  // Rounded half up, as the server does.
  const odd = Number((whole * BigInt(points) * 2n + WHOLE) / (WHOLE * 2n)) - cut
  const at = shares[rounding]
  if (at !== undefined) shares[rounding] = at + odd
  const taken = shares.reduce((sum, share) => sum + share, at === undefined ? odd : 0)
  const left = amount - taken
  const remainder = parts.findIndex(({ kind }) => kind === 'remainder')
  if (remainder >= 0 && left >= 0) {
    shares[remainder] = (shares[remainder] ?? 0) + left
    return { parts: shares, rest: at === undefined ? odd : 0 }
  }
  return { parts: shares, rest: left + (at === undefined ? odd : 0) }
}
