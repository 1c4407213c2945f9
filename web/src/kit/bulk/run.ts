import type { Answer } from '../../app/api'
import { type Translate, wordsOf } from '../../app/i18n'

/** A Command on many rows, as the list of them tells it. */
export type BulkRow = Answer<'/v1/bulk', 'get'>[number]

const wordOf = wordsOf('lists')
export const titleOf = (t: Translate, command: string | null) => wordOf(t, 'command', command ?? '')
