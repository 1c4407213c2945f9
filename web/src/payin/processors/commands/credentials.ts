import type { Translate } from '../../../app/i18n'
import type { Errors } from '../../../kit/command/CommandDialog'
import type { Credentials } from '../processors'

/** Credentials as their form holds them. */
export type CredentialForm = Record<keyof Credentials | 'app_key', string>
/** By what a processor knows us beside its client: the Pix key of an account, or the key of an application at its gateway. */
export type OwnField = 'pix_key' | 'app_key'

export const CREDENTIAL_FIELDS = [
  'base_url',
  'token_url',
  'client_id',
  'client_secret',
  'pix_key',
  'app_key',
  'certificate_key',
  'certificate',
] as const

/** Never kept by the browser. */
export const SECRETS = ['client_secret', 'app_key', 'certificate_key'] as const

const NEEDED = ['base_url', 'token_url', 'client_id', 'client_secret'] as const

export const EMPTY_CREDENTIALS: CredentialForm = {
  base_url: '',
  token_url: '',
  client_id: '',
  client_secret: '',
  pix_key: '',
  app_key: '',
  certificate: '',
  certificate_key: '',
}

/** What is missing, by field; the server says what else is wrong. */
export function missingIn(form: CredentialForm, t: Translate, own: OwnField = 'pix_key'): Errors {
  return Object.fromEntries(
    [...NEEDED, own].filter((name) => !form[name].trim()).map((name) => [name, t('common.field_required')]),
  )
}

export function credentialsOf(form: CredentialForm): Credentials {
  return { ...clientOf(form), pix_key: form.pix_key.trim() }
}

/** With what any processor is called. */
export function clientOf(form: CredentialForm) {
  return {
    base_url: form.base_url.trim(),
    token_url: form.token_url.trim(),
    client_id: form.client_id.trim(),
    client_secret: form.client_secret,
    certificate: form.certificate.trim() || null,
    certificate_key: form.certificate_key.trim() || null,
  }
}
