import type { components } from '../../app/api-types'
import type { Translate } from '../../app/i18n'
import type { Errors } from '../../kit/command/CommandDialog'
import { documentProblem, plainDocument } from '../../kit/documents'
import { digitsOf, POSTAL_CODE_LENGTH } from '../../kit/postal/usePostalCode'
import type { ChargeRecord } from '../charge'

export type DueInput = components['schemas']['DueChargeInput']
export type RevisionInput = components['schemas']['RevisionInput']
type Terms = components['schemas']['Terms']

/** The Central Bank's modalidades: those whose value is an amount; of the others it is a percentage. */
export const MODES = {
  fine: { count: 2, amounts: [1] },
  interest: { count: 8, amounts: [1, 5] },
  reduction: { count: 2, amounts: [1] },
  discount: { count: 6, amounts: [1, 3, 4] },
} as const

export type TermName = keyof typeof MODES
export const TERMS: readonly TermName[] = ['discount', 'reduction', 'fine', 'interest']

export const isAmount = (term: TermName, mode: number) =>
  (MODES[term].amounts as readonly number[]).includes(mode)
/** Discounts that end on a day; the others count each day of being early. */
export const isDated = (term: TermName, mode: number) => term === 'discount' && mode <= 2
export const MOST_STEPS = 3

export interface Step {
  until: string | null
  value: number | null
}

/** `mode` 0: there is none. */
export interface TermForm {
  mode: number
  value: number | null
  steps: Step[]
}

export interface DueForm {
  amount: number | null
  due_date: string | null
  valid_days: string
  name: string
  document: string
  postal_code: string
  street: string
  city: string
  state: string
  description: string
  reference: string
  terms: Record<TermName, TermForm>
}

const EMPTY: TermForm = { mode: 0, value: null, steps: [{ until: null, value: null }] }

export function emptyForm(): DueForm {
  return {
    amount: null,
    due_date: null,
    valid_days: '',
    name: '',
    document: '',
    postal_code: '',
    street: '',
    city: '',
    state: '',
    description: '',
    reference: '',
    terms: { fine: EMPTY, interest: EMPTY, reduction: EMPTY, discount: EMPTY },
  }
}

/** A charge as its form begins when it is changed. */
export function formOf({ amount, due_date, due, description }: ChargeRecord): DueForm {
  const terms = due?.terms
  const of = (term: { mode: number; value?: number | null; steps?: Step[] | null } | null | undefined) =>
    term ? { mode: term.mode, value: term.value ?? null, steps: term.steps ?? EMPTY.steps } : EMPTY
  return {
    ...emptyForm(),
    amount: amount.amount,
    due_date,
    valid_days: String(due?.valid_days ?? 30),
    description: description ?? '',
    terms: {
      fine: of(terms?.fine),
      interest: of(terms?.interest),
      reduction: of(terms?.reduction),
      discount: of(terms?.discount),
    },
  }
}

export function readDue(form: DueForm, t: Translate): { input: DueInput } | { errors: Errors } {
  const errors = { ...whatIsWrong(form, t), ...payerProblems(form, t) }
  const read = readTerms(form, t)
  if (Object.keys(errors).length || 'errors' in read || !form.amount || !form.due_date) return { errors }
  return {
    input: {
      amount: { amount: form.amount, currency: 'BRL' },
      due_date: form.due_date,
      ...read.given,
      payer: {
        name: form.name.trim(),
        document: form.document.trim(),
        email: null,
        address: addressGiven(form)
          ? {
              street: form.street.trim(),
              city: form.city.trim(),
              state: form.state.trim().toUpperCase(),
              postal_code: digitsOf(form.postal_code),
            }
          : null,
      },
      description: form.description.trim() || null,
      reference: form.reference.trim() || null,
      split: null,
    },
  }
}

/** What a changed form asks for; a term that is gone is worth nothing from now on. */
export function readRevision(
  form: DueForm,
  before: DueForm,
  t: Translate,
): { input: RevisionInput } | { errors: Errors } {
  const errors = whatIsWrong(form, t)
  if (Object.keys(errors).length || !form.amount) return { errors }
  const gone = (term: TermName) => before.terms[term].mode > 0 && form.terms[term].mode === 0
  const terms = termsOf(form)
  for (const term of ['fine', 'interest', 'reduction'] as const) {
    if (gone(term)) terms[term] = { mode: before.terms[term].mode, value: 0 }
  }
  if (gone('discount')) terms.discount = { mode: 3, value: 0, steps: null }
  return {
    input: {
      amount: { amount: form.amount, currency: 'BRL' },
      due_date: form.due_date,
      valid_days: daysOf(form),
      terms,
      description: form.description.trim() || null,
    },
  }
}

function termsOf({ terms }: DueForm): Terms {
  const plain = (term: TermName) =>
    terms[term].mode ? { mode: terms[term].mode, value: terms[term].value ?? 0 } : null
  const { mode, value, steps } = terms.discount
  return {
    fine: plain('fine'),
    interest: plain('interest'),
    reduction: plain('reduction'),
    discount: !mode
      ? null
      : isDated('discount', mode)
        ? {
            mode,
            value: null,
            steps: steps.map((step) => ({ until: step.until ?? '', value: step.value ?? 0 })),
          }
        : { mode, value, steps: null },
  }
}

/** Null: as many as are usual for the merchant, or as there were before. */
const daysOf = ({ valid_days }: DueForm) => (valid_days === '' ? null : Number(valid_days))

/** What holds for each line of a batch. */
export function readTerms(
  form: DueForm,
  t: Translate,
): { given: { valid_days: number | null; terms: Terms | null } } | { errors: Errors } {
  const errors = termProblems(form, t)
  if (Object.keys(errors).length) return { errors }
  const terms = termsOf(form)
  return {
    given: {
      valid_days: daysOf(form),
      terms: Object.values(terms).some(Boolean) ? terms : null,
    },
  }
}

function whatIsWrong(form: DueForm, t: Translate): Errors {
  const errors = termProblems(form, t)
  const needed = t('common.field_required')
  if (!form.amount) errors.amount = needed
  if (!form.due_date) errors.due_date = needed
  return errors
}

function termProblems({ valid_days, terms }: DueForm, t: Translate): Errors {
  const errors: Errors = {}
  if (!/^\d{0,5}$/.test(valid_days) || Number(valid_days) > 10_000)
    errors.valid_days = t('common.out_of_range')
  for (const term of TERMS) {
    const { mode, value, steps } = terms[term]
    const missing = isDated(term, mode) ? steps.some((step) => !step.until || !step.value) : !value
    if (mode && missing) errors[`terms.${term}`] = t('common.field_required')
  }
  return errors
}

function payerProblems(form: DueForm, t: Translate): Errors {
  const errors: Errors = {}
  const needed = t('common.field_required')
  if (!form.name.trim()) errors['payer.name'] = needed
  const problem = documentProblem(plainDocument(form.document))
  if (problem) errors['payer.document'] = t(`payin.document.${problem}`)
  if (!addressGiven(form)) return errors
  if (digitsOf(form.postal_code).length !== POSTAL_CODE_LENGTH) {
    errors['payer.address.postal_code'] = t('common.field_invalid')
  }
  for (const part of ['street', 'city'] as const) {
    if (!form[part].trim()) errors[`payer.address.${part}`] = needed
  }
  if (!/^[A-Za-z]{2}$/.test(form.state.trim())) errors['payer.address.state'] = t('payin.due.state_invalid')
  return errors
}

/** A part of an address is an address that is not whole yet. */
export const addressGiven = ({ postal_code, street, city, state }: DueForm) =>
  [postal_code, street, city, state].some((part) => part.trim() !== '')
