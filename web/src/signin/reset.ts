import { type Answer, api, body } from '../app/api'
import { botHeader } from './login'

type Said = Answer<'/auth/forgot', 'post'>

/** Asks for a mail with a link to a new password. The answer is the same whether or not the address is known. */
export function askForReset(email: string, botAnswer: string | null): Promise<Said> {
  return body(api.POST('/auth/forgot', { body: { email }, params: { header: botHeader(botAnswer) } }))
}

/** Sets a new password with the token of that mail. */
export function resetPassword(
  rememberToken: string,
  newPassword: string,
  botAnswer: string | null,
): Promise<Said> {
  return body(
    api.POST('/auth/forgot', {
      body: { rememberToken, newPassword },
      params: { header: botHeader(botAnswer) },
    }),
  )
}

/** Takes another address, with the token of the mail that was sent there; nobody needs to be signed in. */
export function confirmEmail(token: string): Promise<Answer<'/rbac/profile/email/confirm', 'post'>> {
  return body(api.POST('/rbac/profile/email/confirm', { body: { token } }))
}
