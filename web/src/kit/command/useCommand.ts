import { useEffect, useRef, useState } from 'react'
import { CallError, linesOf } from '../../app/errors'
import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import { useFormDraft } from './draft'
import { newIntent } from './intent'

export interface Answered<Result> {
  data: Result
  response: Response
}

/** The header that makes a call of a Command happen once. */
export interface Keyed {
  'Idempotency-Key': string
}

export interface CommandRun<Input> {
  run: (input: Input) => void
  pending: boolean
  failure: unknown
  /** The call may have arrived and its answer been lost: trying again is safe, giving up is not the same as undoing. */
  unsure: boolean
  /** The answer was 202: so many people at least have to approve; null where nobody has to. */
  awaiting: number | null
}

/** Runs a Command: one at a time however often it is pressed, with the same key over every retry. */
export function useCommand<Input, Result>(
  send: (input: Input, header: Keyed) => Promise<Answered<Result>>,
  onDone: (result: Result) => void,
): CommandRun<Input> {
  const t = useT('common')
  const draft = useFormDraft()
  const [intent] = useState(() => newIntent(draft?.nextKey))
  const running = useRef(false)
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [awaiting, setAwaiting] = useState<number | null>(null)
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])

  const run = async (input: Input) => {
    if (running.current) return
    running.current = true
    setPending(true)
    setFailure(null)
    try {
      const key = intent.keyFor(input)
      const { data, response } = await send(input, { 'Idempotency-Key': key })
      intent.done()
      draft?.over()
      if (response.status === 202) setAwaiting(approvalsOf(data))
      else onDone(data)
    } catch (reason) {
      setFailure(reason)
      // What it acts on has changed meanwhile, and its window went with the button: whoever sent it hears of it all the same.
      if (gone.current && !isSignedOut(reason)) showAlert('error', linesOf(t, reason))
    } finally {
      running.current = false
      setPending(false)
    }
  }
  const unsure = failure instanceof CallError && (failure.status === 0 || failure.status >= 500)
  return { run: (input) => void run(input), pending, failure, unsure, awaiting }
}

/** How many have to approve what the server held back. */
const approvalsOf = (held: unknown) =>
  (held as { request?: { approvals?: number } } | undefined)?.request?.approvals ?? 1

const isSignedOut = (failure: unknown) => failure instanceof CallError && failure.status === 401
