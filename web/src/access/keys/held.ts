import type { Answered } from '../../kit/command/useCommand'
import type { KeyMade } from '../contract'

/** What is shown of a new secret. `awaiting`: the key works only once a second person has approved it. */
export interface SecretMade extends Pick<KeyMade, 'name' | 'secret'> {
  awaiting?: boolean
}

/** A key that waits for approval is answered with its secret too, this once; null for any other answer. */
export function heldSecret(name: string, { data, response }: Answered<unknown>): SecretMade | null {
  if (response.status !== 202) return null
  const { secret } = data as { secret?: string | null }
  return secret === undefined ? null : { name, secret, awaiting: true }
}
