import { answer, api } from '../app/api'
import type { components } from '../app/api-types'
import { CallError, statusText } from '../app/errors'
import { markInternalUser } from '../app/internalUser'
import type { PasskeyAnswer } from '../app/passkeys'
import { startSession } from '../app/session'

export interface Credentials {
  email: string
  password: string
}

/** The document knows no body without digits, and nothing of what a passkey signs; the server does. */
type LoginBody = components['schemas']['LoginInput']

/** How a second factor may be given, when one is asked for. */
export interface SecondFactor {
  methods: readonly string[]
  /** What a passkey has to sign; absent when the person has none. */
  challenge: PublicKeyCredentialRequestOptionsJSON | null
}

/** The second factor itself: six digits or a recovery code, or what a passkey signed. */
export type Proof = { digits: string } | { assertion: PasskeyAnswer }

const BASIC_ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export function isAddress(email: string): boolean {
  return BASIC_ADDRESS.test(email)
}

/**
 * Signs in with a password and, in the second step, a second factor. What comes back means that nothing is stored yet and
 * a second factor is wanted. Throws CallError, also for a 202: nobody has come in.
 */
export async function login(
  credentials: Credentials,
  botAnswer: string | null,
  proof?: Proof,
): Promise<'signedIn' | SecondFactor> {
  try {
    const { data, response } = await answer(
      api.POST('/auth/login', {
        body: { ...credentials, ...proof } as LoginBody,
        params: { header: botHeader(botAnswer) },
      }),
    )
    if (data.twoFactorRequired) return secondFactor(data)
    // What is neither, such as a 202, says itself why.
    if (!data.token || !data.refreshToken) {
      throw new CallError(statusText(response.status), response.status, data, response.headers)
    }
    startSession(data.token, data.refreshToken)
    markInternalUser(credentials.email)
  } catch (failure) {
    // The demand for a second factor may also come as a refusal.
    const refusal = failure instanceof CallError ? (failure.body as Partial<Demand> | null) : null
    if (refusal?.twoFactorRequired) return secondFactor(refusal)
    throw failure
  }
  // Fired once after signing in; its answer is not used.
  void api.GET('/v1/dashboard/notifications/topics').catch(() => undefined)
  return 'signedIn'
}

interface Demand {
  twoFactorRequired: boolean
  methods: readonly string[]
  challenge: object | null
}

function secondFactor({ methods, challenge }: Partial<Demand>): SecondFactor {
  return { methods: methods ?? [], challenge: (challenge ?? null) as SecondFactor['challenge'] }
}

/** The header that carries the answer of a bot check, when there is one. */
export function botHeader(botAnswer: string | null) {
  return botAnswer ? { 'X-Bot-Check': botAnswer } : {}
}
