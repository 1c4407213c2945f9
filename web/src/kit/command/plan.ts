import type { components } from '../../app/api-types'

/** What a Command would do, as the server found by doing it and taking it back. */
export type Plan = components['schemas']['CommandPlan']

/** A room's words for what a plan tells. */
export interface PlanWords {
  /** Where the room knows a better name for an account of the ledger than its usual one. */
  account?: (code: string) => string | null | undefined
  /** Null: not worth a line. */
  field: (name: string) => string | null
  value: (field: string, value: Plan['changes'][number]['before']) => string
}

/** How a dialog finds out what would happen. */
export interface Planning<Input> {
  ask: (input: Input) => Promise<Plan>
  words: PlanWords
  /** There is nothing to fill in, so it is asked when the dialog opens. */
  atOnce?: boolean
}
