import type { Answered } from '../../kit/command/useCommand'
import type { SecretMade } from '../../kit/secret/Secret'

/** A key that waits for approval is answered with its secret too, this once; null for any other answer. */
export function pendingSecret(name: string, { data, response }: Answered<unknown>): SecretMade | null {
  if (response.status !== 202) return null
  const { secret } = data as { secret?: string | null }
  return secret === undefined ? null : { name, secret, awaiting: true }
}
