import type { ListDefinition } from './definition'

/** Chooses the columns that fit. Amounts and states are never dropped and never cut. */

/** CSS pixels that a column without a width needs at least. */
export const FREE_WIDTH = 160

export interface Fitted {
  key: string
  kind: string
  width?: number
  muted?: boolean
  locked?: boolean
  /** Its place in the order in which columns give way; those without one follow, quiet ones and later ones first. */
  leaves?: number
}

/** The money that a row is about: the bounded column, else the first that is not quiet. */
export function amountColumn(
  list: Pick<ListDefinition<never>, 'amount'>,
  columns: readonly Fitted[],
): string | null {
  const money = columns.filter(({ kind }) => kind === 'money')
  const named = money.find(({ key }) => key === (list.amount ?? 'amount'))
  return (named ?? money.find(({ muted }) => !muted) ?? money[0])?.key ?? null
}

/** Keys of the columns that a width has no room for, in the order in which they gave way. */
export function leftOut(
  list: Pick<ListDefinition<never>, 'amount'>,
  columns: readonly Fitted[],
  /** CSS pixels for the columns alone. */
  room: number,
): string[] {
  const amount = amountColumn(list, columns)
  const main = columns.find(({ width }) => width === undefined)?.key
  const may = columns
    .map((column, place) => ({ ...column, place }))
    .filter(({ key, kind, locked }, place) => {
      return place > 0 && !locked && kind !== 'status' && key !== amount && key !== main
    })
    .toSorted(
      (a, b) =>
        (a.leaves ?? Infinity) - (b.leaves ?? Infinity) ||
        Number(b.muted ?? false) - Number(a.muted ?? false) ||
        b.place - a.place,
    )
  let needed = columns.reduce((sum, { width }) => sum + (width ?? FREE_WIDTH), 0)
  const left: string[] = []
  for (const { key, width } of may) {
    if (needed <= room) break
    needed -= width ?? FREE_WIDTH
    left.push(key)
  }
  return left
}
