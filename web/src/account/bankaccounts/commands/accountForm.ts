import type { components } from '../../../app/api-types'
import type { Translate } from '../../../app/i18n'
import type { Errors } from '../../../kit/command/CommandDialog'
import { documentProblem } from '../../../kit/documents'
import { NO_PLACE, type PlaceForm, readPlace } from '../../../kit/place/place'

export type BankAccountInput = components['schemas']['BankAccountInput']

export interface AccountForm extends PlaceForm {
  nickname: string
  holder: string
  document: string
}

export const EMPTY: AccountForm = { ...NO_PLACE, nickname: '', holder: '', document: '' }

/** The input, or what keeps it from being sent; the names are those of the server. */
export function readAccount(
  form: AccountForm,
  t: Translate,
): { input: BankAccountInput } | { errors: Errors } {
  const errors: Errors = {}
  const need = (name: string, text: string) => {
    if (!text.trim()) errors[name] = t('common.field_required')
  }
  need('nickname', form.nickname)
  need('holder_name', form.holder)
  const problem = documentProblem(form.document)
  if (problem) {
    errors.holder_document = t(problem === 'empty' ? 'common.field_required' : 'common.document_invalid')
  }
  const place = readPlace(form, t)
  if ('errors' in place) return { errors: { ...errors, ...place.errors } }
  if (Object.keys(errors).length) return { errors }
  return {
    input: {
      nickname: form.nickname.trim(),
      holder_name: form.holder.trim(),
      holder_document: form.document.trim(),
      ...place.input,
    },
  }
}
