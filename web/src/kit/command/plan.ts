import type { components } from '../../app/api-types'
import type { Money } from '../format'

/** What a Command would do, as the server found by doing it and taking it back. */
export type Plan = components['schemas']['CommandPlan'] & { needs_approval?: boolean }

/** A room's words for what a plan tells. */
export interface PlanWords {
  /** Where the room knows a better name for an account of the ledger than its usual one. */
  account?: (code: string) => string | null | undefined
  /** Null: not worth a line. */
  field: (name: string) => string | null
  value: (field: string, value: Plan['changes'][number]['before']) => string
}

/** A line of a confirmation; `name` as plans name the same fact. */
export interface FirstFact {
  name: string
  label: string
  value: string
}

/** The money that a plan is about, where it tells it as one sum. */
export function amountOf(plan: Plan): Money | null {
  const value = plan.facts.find(({ field }) => field === 'amount')?.value
  return typeof value === 'object' ? value : null
}

/** How a dialog finds out what would happen. */
export interface Planning<Input> {
  ask: (input: Input) => Promise<Plan>
  words: PlanWords
  /** What belongs beside the amount before anything else; what the plan tells under the same name is not said twice. */
  first?: (plan: Plan, input: Input) => readonly FirstFact[]
  /** The words of the button once the plan is seen: the amount stands in them. */
  submit?: (plan: Plan) => string
  /** There is nothing to fill in, so it is asked when the dialog opens. */
  atOnce?: boolean
}
