import { describe, expect, it } from 'vitest'
import type { ListDefinition } from '../kit/list/definition'

/** Every list there is: what a file of definitions exports, and what it makes for staff. */
const files = import.meta.glob(['../**/list.tsx', '../**/lists.tsx'], { eager: true }) as Record<
  string,
  Record<string, unknown>
>

const isList = (value: unknown): value is ListDefinition<never> =>
  typeof value === 'object' && value !== null && 'columns' in value && 'rowKey' in value

const lists = Object.entries(files).flatMap(([file, exported]) =>
  Object.entries(exported).flatMap(([name, value]) => {
    // oxlint-disable-next-line typescript/no-unsafe-function-type -- a list that depends on who asks
    const made = typeof value === 'function' && name.endsWith('List') ? (value as Function)(true) : value
    return isList(made) ? [{ name: `${file} ${name}`, list: made }] : []
  }),
)

describe('a list is narrowed', () => {
  it('is asked of every definition', () => expect(lists.length).toBeGreaterThan(60))

  // The address of a list names columns: another name is dropped from it, and its chip would have no title.
  it.each(lists)('by columns that it has: $name', ({ list }) => {
    const known = new Set(list.columns.map(({ key }) => key as string))
    known.add(list.status?.key ?? '')
    const asked = [
      ...(list.choices ?? []).map(({ key }) => key),
      ...(list.typed ?? []).map(({ key }) => key),
      ...(list.tiles ? [list.tiles.key, ...list.tiles.values.flatMap(({ column }) => column ?? [])] : []),
    ]
    expect(asked.filter((key) => !known.has(key))).toEqual([])
  })
})
