import { answer, api, body } from '../../app/api'
import type { components, paths } from '../../app/api-types'
import { CallError } from '../../app/errors'
import type { Keyed } from '../command/useCommand'
import type { ListPath } from '../list/definition'
import { save } from './save'

/** The calls about exports. All of them throw CallError. */

export type Export = components['schemas']['Export']
export type ExportInput = components['schemas']['ExportInput']
export type Format = Export['format']

/** A list as it stands on the screen: what is asked of a file of it. */
export interface Wanted {
  format: Format
  columns: string[]
  /** One for each column; without them the words of `locale`. */
  titles?: string[]
  zone: string
  locale: 'pt' | 'en'
  /** As the list's own query, without its pages. */
  filters: Record<string, string>
  /** The rows that are meant, by their keys; all that match without it. */
  ids?: string[]
}

/** The server refuses a longer value in an address, and so do many of those before it. */
const LONGEST_VALUE = 4_000

/** Whether the file can be asked for in an address; a great many keys are sent to have it prepared. */
export const fitsAddress = ({ ids }: Wanted): boolean => (ids?.join(',').length ?? 0) <= LONGEST_VALUE

type ExportPath = Extract<keyof paths, `${string}/export`>

/** Brings the whole list to the person's disk. The server answers only when the file is whole. */
export async function downloadList(path: ListPath, wanted: Wanted): Promise<void> {
  const { columns, titles, filters, ids, ...rest } = wanted
  const rows = ids && { id: ids.join(',') }
  const query = { ...filters, ...rows, ...rest, columns: columns.join(','), title: titles }
  const call = { params: { query: query as never }, parseAs: 'blob' as const }
  await download(answer(api.GET(`${path}/export` as ExportPath, call)))
}

export async function downloadExport(id: string): Promise<void> {
  await download(answer(api.GET('/v1/exports/{id}/file', { params: { path: { id } }, parseAs: 'blob' })))
}

export async function download(answered: Promise<{ data: unknown; response: Response }>): Promise<void> {
  try {
    const { data, response } = await answered
    save(data as Blob, nameIn(response.headers.get('Content-Disposition') ?? '') ?? 'export')
  } catch (reason) {
    // Reading a body that broke off fails as a call without an answer does.
    throw reason instanceof TypeError ? new CallError('Network Error') : reason
  }
}

/** The name of a file: with its accents where it has some. */
function nameIn(disposition: string): string | undefined {
  const whole = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  return whole ? decodeURIComponent(whole) : /filename="([^"]+)"/.exec(disposition)?.[1]
}

export function askExport(list: string, wanted: Wanted, header: Keyed) {
  const filters = Object.entries(wanted.filters).map(([name, value]) => ({ name, value }))
  return answer(
    api.POST('/v1/exports', {
      params: { header },
      body: { ...wanted, titles: wanted.titles ?? null, ids: wanted.ids ?? null, list, filters },
    }),
  )
}

export const readExport = (id: string, signal: AbortSignal): Promise<Export> =>
  body(api.GET('/v1/exports/{id}', { params: { path: { id } }, signal }))

export const cancelExport = (id: string): Promise<Export> =>
  body(api.POST('/v1/exports/{id}/cancel', { params: { path: { id } }, body: {} }))

/** How many rows there are, when they were too many for a file at once; null for every other failure. */
export function tooMany(failure: unknown): number | null {
  const large = failure instanceof CallError && failure.info.message === 'export_too_large'
  return large ? Number(failure.headers.get('X-Total')) : null
}

export const isOpen = ({ status }: { status: string }) => status === 'queued' || status === 'running'
