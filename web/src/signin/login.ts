import { answer, api } from '../app/api'
import { CallError, linesOf } from '../app/errors'
import type { Translate } from '../app/i18n'
import { startSession } from '../app/session'

export interface Credentials {
  email: string
  password: string
}

const BASIC_ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export function isAddress(email: string): boolean {
  return BASIC_ADDRESS.test(email)
}

/**
 * Signs in with a password and, in the second step, a code. `twoFactor` means that nothing is stored yet and a code is
 * wanted. Throws CallError.
 */
export async function login(
  credentials: Credentials,
  botAnswer: string | null,
  digits?: string,
): Promise<'signedIn' | 'twoFactor'> {
  try {
    const { data } = await answer(
      api.POST('/auth/login', {
        body: { ...credentials, digits: digits ?? null },
        headers: botAnswer ? { 'X-Bot-Check': botAnswer } : {},
      }),
    )
    if (data.twoFactorRequired || !data.token || !data.refreshToken) return 'twoFactor'
    startSession(data.token, data.refreshToken)
  } catch (failure) {
    // The demand for a code may also come as a refusal.
    if (
      failure instanceof CallError &&
      'twoFactorRequired' in failure.info &&
      failure.info.twoFactorRequired
    ) {
      return 'twoFactor'
    }
    throw failure
  }
  // Fired once after signing in; its answer is not used.
  void api.GET('/v1/dashboard/notifications/topics').catch(() => undefined)
  return 'signedIn'
}

/** What to say about a refused sign-in; `refused` is the text for a 401. */
export function loginFailure(t: Translate, failure: unknown, refused: string): string[] {
  if (!(failure instanceof CallError)) return [t('login.ishuman_failed')]
  if (failure.info.message === 'ishuman_failed') return [t('login.ishuman_failed')]
  if (failure.status === 401) return [t(refused)]
  return linesOf(t, failure)
}
