import { CallError } from '../app/errors'
import type { Translate } from '../app/i18n'

const PERMISSION = /\b\w+:{1,2}\w+(?::[\w-]+)?/g

/** Lets a call through; a refusal to grant tells which permissions it is about, as the server's own text names them. */
export async function grantErrors<T>(t: Translate, pending: Promise<T>): Promise<T> {
  try {
    return await pending
  } catch (failure) {
    if (!(failure instanceof CallError) || failure.info.message !== 'cannot_grant') throw failure
    const names = failure.info.error?.match(PERMISSION)
    if (!names) throw failure
    const message = t('access.cannot_grant', { permissions: names.join(', ') })
    throw new CallError(failure.message, failure.status, { ...failure.info, message }, failure.headers)
  }
}
