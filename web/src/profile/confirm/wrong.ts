import { CallError } from '../../app/errors'

/** Whether the password itself was wrong: the server says so in the same words wherever it asks for it. */
export function isWrongPassword(failure: unknown): boolean {
  return failure instanceof CallError && failure.info.error === 'Invalid e-mail or password'
}
