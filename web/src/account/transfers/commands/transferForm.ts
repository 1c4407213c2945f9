import type { components } from '../../../app/api-types'
import type { Translate } from '../../../app/i18n'
import type { Errors } from '../../../kit/command/CommandDialog'

export type TransferInput = components['schemas']['TransferInput']

export interface TransferForm {
  amount: number | null
  account: string | null
  description: string
  day: string | null
  /** Whether what is typed as the day is one, or nothing. */
  dayWhole: boolean
}

export function readTransfer(
  form: TransferForm,
  t: Translate,
): { input: TransferInput } | { errors: Errors } {
  const errors: Errors = {}
  if (!form.amount) errors.amount = t('common.field_required')
  if (!form.account) errors.bank_account = t('common.field_required')
  if (!form.dayWhole) errors.scheduled_for = t('common.invalid')
  if (!form.amount || !form.account || !form.dayWhole) return { errors }
  return {
    input: {
      amount: { amount: form.amount, currency: 'BRL' },
      bank_account: form.account,
      description: form.description.trim() || null,
      scheduled_for: form.day,
    },
  }
}
