import type { Translate } from '../../app/i18n'
import type { Errors } from '../../kit/command/CommandDialog'
import type { Values } from '../../kit/command/schema'
import { documentProblem } from '../../kit/documents'

export const pepOptions = (t: Translate) =>
  ['', 'principal', 'related'].map((value) => ({ value, label: t(`companies.pep.${value || 'none'}`) }))

/** What the schema cannot say of a partner. */
export function checkPartner(values: Values, t: Translate): Errors {
  const document = String(values.document ?? '').trim()
  const errors: Errors = {}
  if (document && documentProblem(document)) errors.document = t('common.document_invalid')
  if (!isShare(String(values.share ?? ''))) errors.share = t('companies.add_partner.share_invalid')
  return errors
}

/** Nothing, or a number of percent with at most two places. */
export function isShare(text: string): boolean {
  const share = text.trim()
  return share === '' || (/^\d{1,3}(\.\d{1,2})?$/.test(share) && Number(share) <= 100)
}
