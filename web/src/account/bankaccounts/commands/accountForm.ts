import type { components } from '../../../app/api-types'
import type { Translate } from '../../../app/i18n'
import type { Errors } from '../../../kit/command/CommandDialog'
import { documentProblem } from '../../../kit/documents'
import { NO_PLACE, type PlaceForm, readPlace } from '../../../kit/place/place'

export type BankAccountInput = components['schemas']['BankAccountInput']

export interface AccountForm extends PlaceForm {
  nickname: string
  /** It is the merchant's own, whose name and document the house has. */
  own: boolean
  holder: string
  document: string
}

/** The merchant as the holder of its own account; null where its register is not known. */
export const holderOf = (merchant: Partial<Holder> | null): Holder | null =>
  merchant?.legal_name && merchant.document
    ? { legal_name: merchant.legal_name, document: merchant.document }
    : null

/** Whose an account is. */
export interface Holder {
  legal_name: string
  document: string
}

export const EMPTY: AccountForm = { ...NO_PLACE, nickname: '', own: true, holder: '', document: '' }

/** The input, or what keeps it from being sent; the names are those of the server. Without a merchant the holder is typed. */
export function readAccount(
  given: AccountForm,
  merchant: Holder | null,
  t: Translate,
): { input: BankAccountInput } | { errors: Errors } {
  const form =
    given.own && merchant ? { ...given, holder: merchant.legal_name, document: merchant.document } : given
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
