import { useRef, useState } from 'react'

export interface Action {
  pending: boolean
  failure: unknown
  /** Does the work; null when it failed, or when the work before it has not ended. */
  run: <T>(work: () => Promise<T>) => Promise<{ value: T } | null>
  reset: () => void
}

/** A small piece of work behind a button: one at a time however often it is pressed, and its failure is kept to be shown. */
export function useAction(): Action {
  const running = useRef(false)
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  async function run<T>(work: () => Promise<T>) {
    if (running.current) return null
    running.current = true
    setPending(true)
    setFailure(null)
    try {
      return { value: await work() }
    } catch (reason) {
      setFailure(reason)
      return null
    } finally {
      running.current = false
      setPending(false)
    }
  }
  return { pending, failure, run, reset: () => setFailure(null) }
}
