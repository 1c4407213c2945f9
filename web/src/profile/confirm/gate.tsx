import { type ReactNode, useState } from 'react'
import { CallError } from '../../app/errors'
import { ConfirmPassword } from './ConfirmPassword'

interface Question {
  answer: (given: boolean) => void
}

export interface PasswordGate {
  /** Does the work, after the password was asked for when the server wants that; null when the person gave up. */
  pass: <T>(work: () => Promise<T>) => Promise<{ value: T } | null>
  dialog: ReactNode
}

const wantsPassword = (failure: unknown) =>
  failure instanceof CallError && failure.info.message === 'password_confirmation_required'

/** For work that the server lets pass only soon after the person gave their password. */
export function usePasswordGate(): PasswordGate {
  const [question, setQuestion] = useState<Question | null>(null)

  async function pass<T>(work: () => Promise<T>) {
    try {
      return { value: await work() }
    } catch (failure) {
      if (!wantsPassword(failure)) throw failure
    }
    const given = await new Promise<boolean>((answer) => setQuestion({ answer }))
    setQuestion(null)
    return given ? { value: await work() } : null
  }

  const dialog = question && (
    <ConfirmPassword onConfirmed={() => question.answer(true)} onClose={() => question.answer(false)} />
  )
  return { pass, dialog }
}
