import type { components } from '../../app/api-types'
import { newCommandKey } from '../../app/calls'
import type { Translate } from '../../app/i18n'
import type { Errors } from '../../kit/command/CommandDialog'
import { divide, type Part } from './split'

export type SplitInput = components['schemas']['Split']

export const MOST_PARTS = 20

export interface PartForm {
  /** Of the line, while others come and go. */
  key: string
  kind: Part['kind']
  /** Minor units, or basis points. */
  value: number | null
  /** Empty: nobody is chosen yet. */
  recipient: string
}

/** `rounding`: who takes the odd cents; empty is the merchant. */
export interface SplitForm {
  parts: readonly PartForm[]
  rounding: string
}

/** Stands for the merchant among the receivers. */
export const MERCHANT = 'merchant'
export const newPart = (): PartForm => ({ key: newCommandKey(), kind: 'percent', value: null, recipient: '' })
export const NO_SPLIT: SplitForm = { parts: [], rounding: '' }

const partField = (place: number) => `split.parts.${place}`

/** The fields under which the server speaks of a split. */
export const SPLIT_FIELDS = [
  ...Array.from({ length: MOST_PARTS }, (_, place) => partField(place)),
  'split.rounding',
]

export const errorOf = (errors: Errors, place: number) => errors[partField(place)]

/** A saved split as a form. */
export function formOfSplit({ parts, rounding }: SplitInput): SplitForm {
  return {
    parts: parts.map(({ kind, value, recipient }) => ({
      ...newPart(),
      kind,
      value: value ?? null,
      recipient: recipient ?? MERCHANT,
    })),
    rounding: rounding ?? '',
  }
}

/** What is divided while somebody still types. */
export function dividedSoFar({ parts, rounding }: SplitForm, amount: number) {
  const place = rounding ? parts.findIndex(({ recipient }) => recipient === rounding) : -1
  return divide(
    parts.map(({ kind, value }) => ({ kind, value: kind === 'remainder' ? 0 : (value ?? 0) })),
    amount,
    place,
  )
}

/** The input, nothing without parts, or what keeps it from being sent; with an amount, whether it fits. */
export function readSplit(
  form: SplitForm,
  amount: number | null,
  t: Translate,
): { input: SplitInput | null } | { errors: Errors } {
  const errors: Errors = {}
  const wrong = (place: number, text: string) => {
    errors[partField(place)] ??= text
  }
  form.parts.forEach(({ kind, value, recipient }, place) => {
    if (!recipient || (kind !== 'remainder' && !value)) wrong(place, t('common.field_required'))
    if (form.parts.findIndex((other) => other.recipient === recipient) < place) {
      wrong(place, t('common.split_recipient_twice'))
    }
    if (kind === 'remainder' && form.parts.findIndex((other) => other.kind === kind) < place) {
      wrong(place, t('common.split_remainder_twice'))
    }
  })
  if (amount && dividedSoFar(form, amount).rest < 0) {
    wrong(form.parts.length - 1, t('common.split_exceeds_amount'))
  }
  if (Object.keys(errors).length) return { errors }
  if (!form.parts.length) return { input: null }
  const chosen = form.parts.some(({ recipient }) => recipient === form.rounding)
  return {
    input: {
      parts: form.parts.map(({ kind, value, recipient }) => ({
        kind,
        value: kind === 'remainder' ? 0 : (value ?? 0),
        recipient: recipient === MERCHANT ? null : recipient,
      })),
      rounding: chosen && form.rounding !== MERCHANT ? form.rounding : null,
    },
  }
}
