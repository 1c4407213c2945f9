/** The client of Retaguarda for a merchant's own programs. */

import { Calls } from './calls.ts'
import type { Awaiting } from './shapes.ts'
import { type Carrying, Transport } from './transport.ts'

export * from './errors.ts'
export type * from './shapes.ts'
export type { Carrying, Once, Page } from './transport.ts'
export * from './webhooks.ts'

/** Speaks to one Retaguarda as one merchant's program. */
export class Retaguarda extends Calls {
  constructor(carrying: Carrying) {
    super(new Transport(carrying))
  }
}

/** Whether a second person has to agree before it is done; `answer.request` says where that is decided. */
export function awaitsApproval(answer: object): answer is Awaiting {
  return 'message' in answer && answer.message === 'awaiting_approval'
}
