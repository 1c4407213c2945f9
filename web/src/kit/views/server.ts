import { useQuery } from '@tanstack/react-query'
import { answer, api, body } from '../../app/api'
import { queries } from '../../app/queries'
import type { Keyed } from '../command/useCommand'
import type { Definition, SavedView } from './definition'

/** Saved views at the server. */

const keyOf = (list: string) => ['views', list]

/** Undefined until they are there; a failure leaves the list without views. */
export function useViews(list: string): readonly SavedView[] | undefined {
  return useQuery({
    queryKey: keyOf(list),
    queryFn: ({ signal }) =>
      body(api.GET('/v1/views', { params: { query: { list: list as never } }, signal })),
    staleTime: 60_000,
  }).data
}

export interface NewView {
  name: string
  definition: Definition
  shared: boolean
}

export const createView = (list: string, view: NewView, header: Keyed) =>
  answer(api.POST('/v1/views', { params: { header }, body: { list, ...view } }))

export const changeView = (id: string, change: Partial<NewView>) =>
  body(api.PATCH('/v1/views/{id}', { params: { path: { id } }, body: change }))

export const deleteView = (id: string) =>
  body(api.DELETE('/v1/views/{id}', { params: { path: { id } }, body: {} }))

export function setDefault(id: string, on: boolean): Promise<SavedView> {
  const call = { params: { path: { id } }, body: {} }
  return body(on ? api.POST('/v1/views/{id}/default', call) : api.DELETE('/v1/views/{id}/default', call))
}

export const reloadViews = (list: string) => queries.invalidateQueries({ queryKey: keyOf(list) })
