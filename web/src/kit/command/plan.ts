import type { components } from '../../app/api-types'
import type { Money } from '../format'

/** What a Command would do, as the server found by doing it and taking it back. */
export type Plan = components['schemas']['CommandPlan'] & {
  needs_approval?: boolean
  /** How many people at least have to approve. */
  approvals?: number
}

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

/** The money that a plan moves, if it states one sum. */
export function amountOf(plan: Plan): Money | null {
  const value = plan.facts.find(({ field }) => field === 'amount')?.value
  return typeof value === 'object' ? value : null
}

/** What is free of an account: posted less held. */
export const freeOf = (posted: Money, held: Money): Money => ({
  ...posted,
  amount: posted.amount - held.amount,
})

/** The merchant's own account of the ledger. */
export const MERCHANT_ACCOUNT = 'available'

/** The money that doing it moves: as the plan tells it, or what the merchant's balance would gain or lose; null where none moves. */
export function movedBy(plan: Plan): Money | null {
  if (plan.balances.length === 0) return null
  const told = amountOf(plan)
  if (told) return told
  const own = plan.balances.find(({ account }) => account === MERCHANT_ACCOUNT)
  if (!own) return null
  const before = freeOf(own.posted_before, own.held_before)
  const change = freeOf(own.posted_after, own.held_after).amount - before.amount
  return change === 0 ? null : { ...before, amount: Math.abs(change) }
}

/** How a dialog finds out what would happen. */
export interface Planning<Input> {
  ask: (input: Input) => Promise<Plan>
  words: PlanWords
  /** What belongs beside the amount before anything else; what the plan tells under the same name is not said twice. */
  first?: (plan: Plan, input: Input) => readonly FirstFact[]
  /** The button's label once the plan is shown: it contains the amount. */
  submit?: (plan: Plan) => string
  /** There is nothing to fill in, so the plan is fetched when the dialog opens. */
  atOnce?: boolean
}
