import { body } from '../app/api'
import { type SaidBody, soon } from '../app/soon'
import { botHeader } from './login'

/** Asks for a mail with a link to a new password. The answer is the same whether or not the address is known. */
export function askForReset(email: string, botAnswer: string | null): Promise<SaidBody> {
  return body(soon.POST('/auth/forgot', { body: { email }, params: { header: botHeader(botAnswer) } }))
}

/** Sets a new password with the token of that mail. */
export function resetPassword(
  rememberToken: string,
  newPassword: string,
  botAnswer: string | null,
): Promise<SaidBody> {
  return body(
    soon.POST('/auth/forgot', {
      body: { rememberToken, newPassword },
      params: { header: botHeader(botAnswer) },
    }),
  )
}
