import type { components } from '../../app/api-types'
import type { Translate } from '../../app/i18n'
import type { Errors } from '../../kit/command/CommandDialog'
import type { Money } from '../../kit/format'

export type RefundInput = components['schemas']['RefundInput']

export interface RefundForm {
  /** All that is left. */
  whole: boolean
  amount: number | null
  reason: string
}

export function readRefund(
  form: RefundForm,
  refundable: Money,
  t: Translate,
  most: string,
): { input: RefundInput } | { errors: Errors } {
  const amount = form.whole ? refundable.amount : form.amount
  if (!amount) return { errors: { amount: t('common.field_required') } }
  if (amount > refundable.amount) return { errors: { amount: t('payin.refund.at_most', { amount: most }) } }
  return {
    input: {
      amount: { amount, currency: 'BRL' },
      reason: form.reason.trim() || null,
      end_to_end_id: null,
    },
  }
}
