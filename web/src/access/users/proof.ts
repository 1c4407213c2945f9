import { newCommandKey } from '../../app/calls'
import { SIGN_IN_CODE_LENGTH } from '../../app/constants'
import type { Translate } from '../../app/i18n'
import { askPasskey } from '../../app/passkeys'
import type { Errors } from '../../kit/command/CommandDialog'

/** How an administrator shows that it is them. Every try of a passkey is another one: its answer works once. */
export type Proof = { way: 'digits'; digits: string } | { way: 'passkey'; attempt: string }

export function readProof(
  way: Proof['way'],
  digits: string,
  t: Translate,
): { input: Proof } | { errors: Errors } {
  if (way === 'passkey') return { input: { way, attempt: newCommandKey() } }
  if (digits.length === SIGN_IN_CODE_LENGTH) return { input: { way, digits } }
  return { errors: { digits: t('access.reset.length', { length: SIGN_IN_CODE_LENGTH }) } }
}

/** The proof as it is sent; a passkey is asked for here. */
export async function shown(proof: Proof, challenge: object | null, t: Translate) {
  if (proof.way === 'digits') return { digits: proof.digits, assertion: null }
  try {
    const assertion = await askPasskey(challenge as PublicKeyCredentialRequestOptionsJSON)
    return { digits: null, assertion: assertion as never }
  } catch {
    throw new Error(t('access.reset.passkey_failed'))
  }
}
