import { describe, expect, it } from 'vitest'
import type { ListDefinition } from '../kit/list/definition'
import { readSearch } from '../kit/list/search'

/** Every list there is: what a file of definitions exports, and what it makes for staff. */
const files = import.meta.glob<Record<string, unknown>>(['../**/list.tsx', '../**/lists.tsx'], {
  eager: true,
})

const isMaker = (value: unknown): value is (staff: boolean, names: string[]) => unknown =>
  typeof value === 'function'
const isList = (value: unknown): value is ListDefinition<never> =>
  typeof value === 'object' && value !== null && 'columns' in value && 'rowKey' in value

const lists = Object.entries(files).flatMap(([file, exported]) =>
  Object.entries(exported).flatMap(([name, value]) => {
    // A list that depends on who asks is made for staff, who see most.
    const made: unknown = isMaker(value) && name.endsWith('List') ? value(true, []) : value
    return isList(made) ? [{ name: `${file} ${name}`, list: made }] : []
  }),
)

describe('a list is narrowed', () => {
  it('is asked of every definition', () => expect(lists.length).toBeGreaterThan(60))

  it.each(lists)('by whatever it offers: $name', ({ list }) => {
    const asked = [
      ...(list.choices ?? []).map(({ key }) => key),
      ...(list.typed ?? []).map(({ key }) => key),
      ...(list.tiles ? [list.tiles.key, ...list.tiles.values.flatMap(({ column }) => column ?? [])] : []),
    ]
    // A state is one of its list; what else is asked for may be any text.
    const search = Object.fromEntries(
      asked.filter((key) => key !== list.status?.key).map((key) => [key, 'x']),
    )
    expect(readSearch(list, search).dropped).toEqual([])
  })
})
