import { useEffect, useRef, useState } from 'react'
import { MODAL_DELETE_DELAY } from '../../app/constants'

/** `deleting`: a yes was given, and its second runs; `calling`: the call is on its way. */
type Step = 'idle' | 'asking' | 'deleting' | 'calling'

export interface Removal {
  step: Step
  failure: unknown
  ask: () => void
  yes: () => void
  no: () => void
}

/**
 * Deleting in a modal (readings 25): on yes the content scrolls to its top and nothing closes any more; the call starts a
 * second later. Who leaves the page within that second has deleted nothing.
 */
export function useRemoval(
  remove: (() => Promise<unknown>) | undefined,
  onGone: () => void,
  toTop: () => void,
): Removal {
  const [step, setStep] = useState<Step>('idle')
  const [failure, setFailure] = useState<unknown>(null)
  const latest = useRef({ remove, onGone })
  useEffect(() => {
    latest.current = { remove, onGone }
  })

  useEffect(() => {
    if (step !== 'deleting') return
    const call = async () => {
      setStep('calling')
      try {
        await latest.current.remove?.()
        latest.current.onGone()
      } catch (reason) {
        setFailure(reason)
      }
      setStep('idle')
    }
    const timer = setTimeout(() => void call(), MODAL_DELETE_DELAY)
    return () => clearTimeout(timer)
  }, [step])

  return {
    step,
    failure,
    ask: () => {
      setFailure(null)
      setStep('asking')
    },
    yes: () => {
      toTop()
      setStep('deleting')
    },
    no: () => setStep('idle'),
  }
}
