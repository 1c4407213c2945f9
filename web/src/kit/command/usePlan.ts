import { useEffect, useRef, useState } from 'react'
import { useAction } from '../../app/action'
import type { Plan, Planning } from './plan'

export interface Planned<Input> {
  /** The request and its plan; null while the form is being filled in. */
  found: { input: Input; plan: Plan } | null
  pending: boolean
  failure: unknown
  ask: (input: Input) => void
  /** Back to the form. */
  drop: () => void
}

/** Fetches the plan of the current input; at once if there is nothing to fill in. */
export function usePlan<Input>(
  planning: Planning<Input> | undefined,
  read: () => { input: Input } | { errors: unknown },
): Planned<Input> {
  const { run, pending, failure } = useAction()
  const [found, setFound] = useState<Planned<Input>['found']>(null)
  const asked = useRef(false)
  const ask = async (input: Input) => {
    const answered = planning && (await run(() => planning.ask(input)))
    if (answered) setFound({ input, plan: answered.value })
  }
  useEffect(() => {
    if (!planning?.atOnce || asked.current) return
    asked.current = true
    const given = read()
    // oxlint-disable-next-line react/set-state-in-effect -- asking begins here, once; it draws that it waits
    if ('input' in given) void ask(given.input)
  })
  return { found, pending, failure, ask: (input) => void ask(input), drop: () => setFound(null) }
}
