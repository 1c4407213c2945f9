import type { Translate } from '../../app/i18n'
import { failureMessage, type Message } from '../../signin/message'
import { isWrongPassword } from '../confirm/wrong'

/** What to say of a change of password: nothing yet, success, a wrong old password, or that it failed, and why if known. */
export function resultOf(t: Translate, success: boolean, failure: unknown): Message | null {
  if (success) return { tone: 'success', lines: [t('preferences.profile.password_change_success')] }
  if (failure === null) return null
  if (isWrongPassword(failure)) {
    return { tone: 'error', lines: [t('preferences.profile.error_old_password')] }
  }
  const generic = 'preferences.profile.password_change_error'
  const { lines, list } = failureMessage(t, failure, generic)
  const reasons = list ? lines : []
  return { tone: 'error', lines: [t(generic), ...reasons] }
}
