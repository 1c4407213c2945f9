import { PASSWORD_MIN_LENGTH } from '../app/constants'
import { CallError, linesOf, messageLines, textOf } from '../app/errors'
import { hasText, type Translate } from '../app/i18n'

/** What a form has to say about its last try. */
export interface Message {
  tone: 'success' | 'warning' | 'error'
  lines: string[]
  /** The lines are those of fields: they stand as a list even when there is one. */
  list?: boolean
  /** A second person has to agree: the way to where that happens. */
  approval?: boolean
}

/** What to say when the server agreed: 202 means that a second person has to agree too. */
export function saidMessage(
  t: Translate,
  said: { statusCode: number; message: string },
  success: string,
): Message {
  if (said.statusCode === 202) return { tone: 'warning', lines: [textOf(t, said.message)], approval: true }
  return { tone: 'success', lines: [t(success)] }
}

/** What to say when it did not; `refused` is the key of the text for a refusal that has no words of its own. */
export function failureMessage(t: Translate, failure: unknown, refused: string): Message {
  const error = (...lines: string[]): Message => ({ tone: 'error', lines })
  if (!(failure instanceof CallError)) return error(t('login.ishuman_failed'))
  const { message } = failure.info
  if (failure.status === 202) return { tone: 'warning', lines: linesOf(t, failure), approval: true }
  if (message !== null && typeof message === 'object') {
    return { ...error(...messageLines(fieldTexts(t), message)), list: true }
  }
  if (typeof message === 'string' && hasText(`login.${message}`)) return error(t(`login.${message}`))
  const known = typeof message === 'string' && hasText(`common.${message}`)
  const noRefusal = failure.status < 400 || failure.status === 429 || failure.status >= 500
  return noRefusal || (known && failure.status !== 401) ? error(...linesOf(t, failure)) : error(t(refused))
}

/** The texts of this area's fields stand in its own namespace, those of passwords a step deeper. */
function fieldTexts(t: Translate): Translate {
  return (key, values) => {
    const name = key.replace(/^common\./, '')
    const own = [`login.invalid_password.${name}`, `login.${name}`].find(hasText)
    return t(own ?? key, { length: PASSWORD_MIN_LENGTH, ...values })
  }
}
