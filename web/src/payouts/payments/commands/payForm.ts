import type { components } from '../../../app/api-types'
import type { Translate } from '../../../app/i18n'
import type { Errors } from '../../../kit/command/CommandDialog'
import { documentProblem } from '../../../kit/documents'
import { NO_PLACE, type PlaceForm, readPlace } from '../../../kit/place/place'

export type PayInput = components['schemas']['PayInput']
export type DestinationInput = components['schemas']['PaymentDestination']
export type Destination = components['schemas']['DestinationShown']

export type TedPurpose = NonNullable<PayInput['ted_purpose']>
export const TED_PURPOSES: readonly TedPurpose[] = [
  '00010',
  '00005',
  '00004',
  '00006',
  '00007',
  '00008',
  '00001',
  '00002',
  '00003',
  '00101',
]

/** A bank outside of Pix is paid by TED, whatever was chosen before. */
export const wayOf = ({ by, byCode, bank, method }: PayForm): 'pix' | 'ted' =>
  by === 'account' && !byCode && (method === 'ted' || (bank?.ted && !bank.pix)) ? 'ted' : 'pix'

export interface PayForm extends PlaceForm {
  /** Whether the place is said by a code instead. */
  byCode: boolean
  code: string
  holder: string
  document: string
  /** By what it goes to an account, and what a TED is for. */
  method: 'pix' | 'ted'
  tedPurpose: TedPurpose
  amount: number | null
  purpose: string
  description: string
  externalId: string
  tags: string
  costCentre: string
  priority: PayInput['priority']
  duplicateReason: string
  day: string | null
  /** Whether what is typed as the day is one, or nothing. */
  dayWhole: boolean
}

export const EMPTY: PayForm = {
  ...NO_PLACE,
  by: 'key',
  keyKind: 'cpf',
  byCode: false,
  code: '',
  holder: '',
  document: '',
  method: 'pix',
  tedPurpose: '00010',
  amount: null,
  purpose: '',
  description: '',
  externalId: '',
  tags: '',
  costCentre: '',
  priority: 'normal',
  duplicateReason: '',
  day: null,
  dayWhole: true,
}

/** Where the money goes, or what keeps it from being looked at. */
export function readDestination(
  form: PayForm,
  t: Translate,
): { input: DestinationInput } | { errors: Errors } {
  // The directory is asked whose a key is once somebody is said to own it.
  const named = form.holder.trim() && documentProblem(form.document) === null
  const place = {
    key: null,
    account: null,
    code: null,
    holder_name: named ? form.holder.trim() : null,
    holder_document: named ? form.document.trim() : null,
    method: wayOf(form),
    ted_purpose: null,
  }
  if (!form.byCode) {
    const read = readPlace(form, t)
    return 'errors' in read ? read : { input: { ...place, ...read.input } }
  }
  if (!form.code.trim()) return { errors: { code: t('common.field_required') } }
  return { input: { ...place, code: form.code.trim() } }
}

/**
 * The input, or what keeps it from being sent. `known`: the destination as the server knows it; whose it is need not be
 * said of one that was paid before.
 */
export function readPayment(
  form: PayForm,
  known: Destination | undefined,
  t: Translate,
): { input: PayInput } | { errors: Errors } {
  const place = readDestination(form, t)
  const errors: Errors = 'errors' in place ? { ...place.errors } : {}
  const amount = known?.amount?.amount ?? form.amount
  if (!amount) errors.amount = t('common.field_required')
  if (!form.dayWhole) errors.scheduled_for = t('common.invalid')
  const asked = !known?.known_by
  if (asked && !form.holder.trim()) errors.holder_name = t('common.field_required')
  const problem = asked ? documentProblem(form.document) : null
  if (problem) {
    errors.holder_document = t(problem === 'empty' ? 'common.field_required' : 'common.document_invalid')
  }
  if ('errors' in place || !amount || Object.keys(errors).length) return { errors }
  return {
    input: {
      ...place.input,
      ted_purpose: place.input.method === 'ted' ? form.tedPurpose : null,
      amount: { amount, currency: 'BRL' },
      holder_name: asked ? form.holder.trim() : null,
      holder_document: asked ? form.document.trim() : null,
      purpose: form.purpose.trim() || null,
      description: form.description.trim() || null,
      external_id: form.externalId.trim() || null,
      duplicate_reason: form.duplicateReason.trim() || null,
      scheduled_for: form.day,
      tags: form.tags
        .split(',')
        .map((each) => each.trim())
        .filter(Boolean),
      cost_centre: form.costCentre.trim() || null,
      priority: form.priority,
    },
  }
}

/** When a payment leaves that nobody planned for a day: a slip goes in a file. */
export function leaving(status: unknown, kind: string | undefined) {
  if (status === 'queued') return 'leaves_queued'
  if (status === 'on_hold') return 'leaves_on_hold'
  return kind === 'slip' ? 'leaves_by_file' : 'leaves_now'
}
