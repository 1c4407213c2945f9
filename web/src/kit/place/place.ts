import type { components } from '../../app/api-types'
import type { Translate } from '../../app/i18n'
import type { Errors } from '../command/CommandDialog'

/** Where money may go: a bank account or a Pix key, as a form holds it. Its texts stand under `transfers`. */

export type Bank = components['schemas']['Bank']
export type PlaceInput = Pick<components['schemas']['BankAccountInput'], 'account' | 'key'>

export const ACCOUNT_TYPES = ['CACC', 'SVGS', 'TRAN'] as const
export const KEY_KINDS = ['cnpj', 'cpf', 'email', 'phone', 'evp'] as const

export interface PlaceForm {
  by: 'account' | 'key'
  bank: Bank | null
  type: (typeof ACCOUNT_TYPES)[number]
  branch: string
  number: string
  digit: string
  keyKind: (typeof KEY_KINDS)[number]
  key: string
}

export const NO_PLACE: PlaceForm = {
  by: 'account',
  bank: null,
  type: 'CACC',
  branch: '',
  number: '',
  digit: '',
  keyKind: 'cnpj',
  key: '',
}

/** The fields under which the server speaks of a place. */
export const PLACE_FIELDS = ['account.ispb', 'account.branch', 'account.number', 'account.digit', 'key.value']

/** The input, or what keeps it from being sent. */
export function readPlace(form: PlaceForm, t: Translate): { input: PlaceInput } | { errors: Errors } {
  const errors: Errors = {}
  const need = (name: string, text: string) => {
    if (!text.trim()) errors[name] = t('common.field_required')
  }
  if (form.by === 'key') {
    need('key.value', form.key)
    if (Object.keys(errors).length) return { errors }
    return { input: { account: null, key: { kind: form.keyKind, value: form.key.trim() } } }
  }
  if (!form.bank) errors['account.ispb'] = t('common.bank_unknown')
  need('account.branch', form.branch)
  need('account.number', form.number)
  need('account.digit', form.digit)
  if (Object.keys(errors).length || !form.bank) return { errors }
  const account = {
    ispb: form.bank.ispb,
    account_type: form.type,
    branch: form.branch.trim(),
    number: form.number.trim(),
    digit: form.digit.trim(),
  }
  return { input: { account, key: null } }
}
