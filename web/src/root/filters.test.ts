import { describe, expect, it } from 'vitest'
import type { ListDefinition } from '../kit/list/definition'

/** Every list there is: what a file of definitions exports, and what it makes for staff. */
const files = import.meta.glob<Record<string, unknown>>(['../**/list.tsx', '../**/lists.tsx'], {
  eager: true,
})

const isMaker = (value: unknown): value is (staff: boolean) => unknown => typeof value === 'function'
const isList = (value: unknown): value is ListDefinition<never> =>
  typeof value === 'object' && value !== null && 'columns' in value && 'rowKey' in value

const lists = Object.entries(files).flatMap(([file, exported]) =>
  Object.entries(exported).flatMap(([name, value]) => {
    // A list that depends on who asks is made for staff, who see most.
    const made: unknown = isMaker(value) && name.endsWith('List') ? value(true) : value
    return isList(made) ? [{ name: `${file} ${name}`, list: made }] : []
  }),
)

describe('a list is narrowed', () => {
  it('is asked of every definition', () => expect(lists.length).toBeGreaterThan(60))

  // The address of a list names columns: another name is dropped from it, and its chip would have no title.
  it.each(lists)('by columns that it has: $name', ({ list }) => {
    const known = new Set<string>(list.columns.map(({ key }) => key))
    known.add(list.status?.key ?? '')
    const asked = [
      ...(list.choices ?? []).map(({ key }) => key),
      ...(list.typed ?? []).map(({ key }) => key),
      ...(list.tiles ? [list.tiles.key, ...list.tiles.values.flatMap(({ column }) => column ?? [])] : []),
    ]
    expect(asked.filter((key) => !known.has(key))).toEqual([])
  })
})
