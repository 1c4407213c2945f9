import type { components } from '../../app/api-types'
import type { Translate } from '../../app/i18n'
import type { Errors } from '../../kit/command/CommandDialog'
import { documentProblem, plainDocument } from '../../kit/documents'

/** The form of a new charge, and how it becomes the input of the Command. */

export type ChargeInput = components['schemas']['ChargeInput']

export interface ChargeForm {
  /** Minor units. */
  amount: number | null
  payerName: string
  payerDocument: string
  description: string
  reference: string
  /** Seconds. */
  expiresIn: number
}

const HOUR = 3600
const DAY = 24 * HOUR

export const EXPIRIES = [
  { key: 'm15', seconds: HOUR / 4 },
  { key: 'm30', seconds: HOUR / 2 },
  { key: 'h1', seconds: HOUR },
  { key: 'd1', seconds: DAY },
  { key: 'd3', seconds: 3 * DAY },
  { key: 'd7', seconds: 7 * DAY },
  { key: 'd30', seconds: 30 * DAY },
] as const

export const EMPTY_FORM: ChargeForm = {
  amount: null,
  payerName: '',
  payerDocument: '',
  description: '',
  reference: '',
  expiresIn: DAY,
}

/** As the server names them. */
export const FIELDS = [
  'amount',
  'payer.name',
  'payer.document',
  'description',
  'reference',
  'expires_in',
] as const

export function readForm(form: ChargeForm, t: Translate): { input: ChargeInput } | { errors: Errors } {
  const name = form.payerName.trim()
  const document = plainDocument(form.payerDocument)
  const problem = document ? documentProblem(document) : null
  const required = t('common.field_required')
  const errors: Errors = {
    ...(!form.amount && { amount: required }),
    // Who pays is named whole or not at all.
    ...(!name && document && { 'payer.name': required }),
    ...(name && !document && { 'payer.document': required }),
    ...(problem && { 'payer.document': t(`payin.document.${problem}`) }),
  }
  if (!form.amount || Object.keys(errors).length) return { errors }
  return {
    input: {
      amount: { amount: form.amount, currency: 'BRL' },
      payer: name ? { name, document } : null,
      description: form.description.trim() || null,
      reference: form.reference.trim() || null,
      expires_in: form.expiresIn,
    },
  }
}
