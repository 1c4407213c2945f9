import type { components } from '../../../app/api-types'
import type { Translate } from '../../../app/i18n'
import type { Errors } from '../../../kit/command/CommandDialog'
import { documentProblem } from '../../../kit/documents'
import type { Bank } from '../bankAccount'

export type BankAccountInput = components['schemas']['BankAccountInput']
export const ACCOUNT_TYPES = ['CACC', 'SVGS', 'TRAN'] as const
export const KEY_KINDS = ['cnpj', 'cpf', 'email', 'phone', 'evp'] as const

export interface AccountForm {
  nickname: string
  holder: string
  document: string
  by: 'account' | 'key'
  bank: Bank | null
  type: (typeof ACCOUNT_TYPES)[number]
  branch: string
  number: string
  digit: string
  keyKind: (typeof KEY_KINDS)[number]
  key: string
}

export const EMPTY: AccountForm = {
  nickname: '',
  holder: '',
  document: '',
  by: 'account',
  bank: null,
  type: 'CACC',
  branch: '',
  number: '',
  digit: '',
  keyKind: 'cnpj',
  key: '',
}

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
  if (form.by === 'account') {
    if (!form.bank) errors['account.ispb'] = t('common.bank_unknown')
    need('account.branch', form.branch)
    need('account.number', form.number)
    need('account.digit', form.digit)
  } else {
    need('key.value', form.key)
  }
  if (Object.keys(errors).length) return { errors }
  const account = form.bank && {
    ispb: form.bank.ispb,
    account_type: form.type,
    branch: form.branch.trim(),
    number: form.number.trim(),
    digit: form.digit.trim(),
  }
  return {
    input: {
      nickname: form.nickname.trim(),
      holder_name: form.holder.trim(),
      holder_document: form.document.trim(),
      account: form.by === 'account' ? account : null,
      key: form.by === 'key' ? { kind: form.keyKind, value: form.key.trim() } : null,
    },
  }
}
