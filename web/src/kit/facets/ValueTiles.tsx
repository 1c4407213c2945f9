import { useT } from '../../app/i18n'
import type { Money } from '../format'
import type { ListDefinition, TilesDefinition } from '../list/definition'
import type { ListState } from '../list/search'
import type { SummaryProps } from '../list/summary'
import { type Tile, Tiles } from '../list/Tiles'

export interface ValueSum {
  count: number
  /** One for each currency. */
  amount?: readonly Money[] | null
}

export interface ValueSums {
  total: ValueSum
  /** A value without a sum has none of it. */
  of: (value: string, column?: string) => ValueSum | undefined
  /** The counts are a guess. */
  estimated?: boolean
}

interface ValueTilesProps extends SummaryProps {
  list: Pick<ListDefinition<never>, 'status'> & { columns: readonly { key: string }[] }
  tiles: TilesDefinition
  /** Undefined while they load; null when there are none for this period. */
  sums: ValueSums | null | undefined
}

/** A tile for all rows and one for each value; pressing one narrows the list to it, pressing it again lifts that. */
export function ValueTiles({
  list,
  tiles: { key, values, label, all },
  sums,
  filters,
  change,
}: ValueTilesProps) {
  const t = useT('kit')
  const columns = [...new Set([key, ...values.map(({ column = key }) => column)])]
  const isFree = columns.every((column) => chosenOf(list, filters, column).length === 0)
  const free = () => {
    let { status, equals } = filters
    for (const column of columns) {
      const lifted = narrowed(list, { ...filters, status, equals }, column, null)
      status = lifted.status ?? status
      equals = lifted.equals ?? equals
    }
    return { status, equals }
  }
  const about = sums?.estimated ?? false
  // Room is kept for sums of a list that has amounts, so that nothing moves when they come.
  const adds = list.columns.some((column) => column.key === 'amount')
  const amountOf = (sum: ValueSum | undefined) => (adds ? (sum?.amount ?? null) : undefined)
  const shown: Tile[] = [
    {
      key: 'all',
      label: t(all),
      about,
      count: sums && sums.total.count,
      amount: amountOf(sums?.total),
      pressed: isFree,
      onPress: () => change(free()),
    },
    // The fleeting ones stand last, where their coming moves no other.
    ...values
      .filter(({ value, column, fleeting }) => !fleeting || (sums?.of(value, column)?.count ?? 0) > 0)
      .toSorted((one, other) => Number(one.fleeting ?? false) - Number(other.fleeting ?? false))
      .map(({ value, label: word, tone, column = key }) => {
        const sum = sums?.of(value, column)
        const pressed = chosenOf(list, filters, column).join(',') === value
        return {
          key: column === key ? value : `${column}:${value}`,
          label: t(word),
          tone,
          about,
          count: sums && (sum?.count ?? 0),
          amount: amountOf(sum),
          pressed,
          onPress: () => change(narrowed(list, filters, column, pressed ? null : value)),
        }
      }),
  ]
  return <Tiles tiles={shown} label={t(label)} />
}

type Narrows = Pick<ListDefinition<never>, 'status'>

function chosenOf(list: Narrows, filters: ListState, key: string): readonly string[] {
  return key === list.status?.key ? filters.status : (filters.equals[key]?.split(',') ?? [])
}

function narrowed(list: Narrows, filters: ListState, key: string, value: string | null): Partial<ListState> {
  if (key === list.status?.key) return { status: value === null ? [] : value.split(',') }
  const { [key]: _, ...others } = filters.equals
  return { equals: value === null ? others : { ...others, [key]: value } }
}
