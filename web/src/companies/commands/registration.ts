import type { components } from '../../app/api-types'
import type { Translate } from '../../app/i18n'
import type { Errors } from '../../kit/command/CommandDialog'
import { documentProblem, plainDocument } from '../../kit/documents'
import { type CompanyRecord, PRODUCTS } from '../companies'
import { isShare } from './partner'

type Schemas = components['schemas']
export type RegistrationInput = Schemas['RegistrationInput']
export type OnboardInput = Schemas['OnboardInput']

export interface RegistrationForm {
  name: string
  legal_name: string
  segment: string
  country: string
  owner: string
  products: readonly string[]
  kyc_expires_on: string | null
  /** A day is being typed, and is none yet. */
  half: boolean
}

export interface PartnerForm {
  name: string
  document: string
  pep_type: string
  share: string
}

export const EMPTY: RegistrationForm = {
  name: '',
  legal_name: '',
  segment: '',
  country: 'BR',
  owner: '',
  products: ['payin'],
  kyc_expires_on: null,
  half: false,
}
export const NOBODY: PartnerForm = { name: '', document: '', pep_type: '', share: '' }

export const formOf = (company: CompanyRecord): RegistrationForm => ({
  name: company.name,
  legal_name: company.legal_name,
  segment: company.segment,
  country: company.country,
  owner: company.owner ?? '',
  products: company.products,
  kyc_expires_on: company.kyc_expires_on,
  half: false,
})

const trimmed = (text: string) => text.trim() || null

export function readRegistration(
  form: RegistrationForm,
  t: Translate,
): { input: RegistrationInput; errors: Errors } {
  const errors: Errors = {}
  for (const field of ['name', 'legal_name'] as const) {
    if (!form[field].trim()) errors[field] = t('common.field_required')
  }
  if (!/^[A-Z]{2}$/.test(form.country)) errors.country = t('companies.form.country_invalid')
  if (form.half) errors.kyc_expires_on = t('common.field_invalid')
  return {
    errors,
    input: {
      name: form.name.trim(),
      legal_name: form.legal_name.trim(),
      segment: trimmed(form.segment),
      country: form.country,
      owner: trimmed(form.owner),
      products: PRODUCTS.filter((each) => form.products.includes(each)),
      kyc_expires_on: form.kyc_expires_on,
    },
  }
}

/** Errors of partners stand under the server's names: `partners[0].document`. */
export function readOnboard(
  form: RegistrationForm,
  document: string,
  partners: readonly PartnerForm[],
  t: Translate,
): { input: OnboardInput } | { errors: Errors } {
  const { input, errors } = readRegistration(form, t)
  const number = plainDocument(document)
  if (!number) errors.document = t('common.field_required')
  else if (number.length !== 14 || documentProblem(number)) errors.document = t('common.document_cnpj')
  partners.forEach((partner, place) => {
    const at = `partners[${place}].`
    if (!partner.name.trim()) errors[`${at}name`] = t('common.field_required')
    if (!partner.document.trim()) errors[`${at}document`] = t('common.field_required')
    else if (documentProblem(partner.document)) errors[`${at}document`] = t('common.document_invalid')
    if (!isShare(partner.share)) errors[`${at}share`] = t('companies.add_partner.share_invalid')
  })
  if (Object.keys(errors).length) return { errors }
  return {
    input: {
      ...input,
      document: number,
      partners: partners.map(({ name, document: own, pep_type, share }) => ({
        name: name.trim(),
        document: plainDocument(own),
        pep_type: (pep_type || null) as 'principal' | 'related' | null,
        share: trimmed(share),
      })),
    },
  }
}
