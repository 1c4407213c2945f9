import { answer, api } from '../../app/api'
import type { ListPath } from './definition'

/** One page of a list as the server gives it: the rows, and what its headers say. */

export interface ListPage<Row> {
  rows: Row[]
  total: number
  /** The total is the planner's guess: the list is too long to count. */
  estimated: boolean
  pages: number
  hasNext: boolean
  /** Where the rows after these begin; null when there are none. */
  cursor: string | null
}

export async function readPage<Row>(
  path: ListPath,
  query: Record<string, string | number>,
  signal: AbortSignal,
): Promise<ListPage<Row>> {
  // The names of the query were made from the list's own columns; the contract's type of each list is narrower.
  const { data, response } = await answer(api.GET(path, { params: { query: query as never }, signal }))
  return pageOf(data as Row[], response.headers)
}

export function pageOf<Row>(rows: Row[], headers: Headers): ListPage<Row> {
  const number = (name: string) => Number(headers.get(name)) || 0
  const estimated = headers.get('X-Total-Estimated') === '1'
  return {
    rows,
    total: number('X-Total'),
    estimated,
    pages: Math.max(1, number('X-Total-Pages')),
    // An estimate may be short of the truth; a full page then says that there may be more.
    cursor: headers.get('X-Next-Cursor'),
    hasNext: headers.get('X-Next-Page') ? true : estimated && headers.has('X-Next-Cursor'),
  }
}
