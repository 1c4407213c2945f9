import type { components } from '../../app/api-types'
import type { Language, Translate } from '../../app/i18n'
import type { Errors } from '../../kit/command/CommandDialog'
import { MOST_ADDRESSES, readAddresses } from './addresses'

export interface InviteForm {
  emails: string
  roles: number[]
  companies: number[]
  /** Of the mail, and of everything they see afterwards. */
  locale: Language
}

export function readInvite(
  form: InviteForm,
  t: Translate,
): { input: components['schemas']['InviteInput'] } | { errors: Errors } {
  const { emails, wrong } = readAddresses(form.emails)
  const problem = () => {
    if (wrong.length) return t('access.invite.wrong', { addresses: wrong.join(', ') })
    if (!emails.length) return t('common.field_required')
    return emails.length > MOST_ADDRESSES ? t('access.invite.too_many', { most: MOST_ADDRESSES }) : undefined
  }
  const errors: Errors = {}
  const emailsProblem = problem()
  if (emailsProblem) errors.emails = emailsProblem
  if (!form.roles.length) errors.roles = t('access.invite.role_required')
  if (Object.keys(errors).length) return { errors }
  return {
    input: {
      emails,
      name: null,
      roles: form.roles,
      companies: form.companies,
      locale: form.locale,
    },
  }
}
