import type { ReactNode } from 'react'
import { useT } from '../../../app/i18n'
import type { Errors } from '../../../kit/command/CommandDialog'
import { Field, type FieldControl } from '../../../ui/Field'
import { PasswordInput } from '../../../ui/PasswordInput'
import { TextArea, TextInput } from '../../../ui/TextInput'
import type { CredentialForm, OwnField } from './credentials'

interface CredentialFieldsProps {
  form: CredentialForm
  errors: Errors
  put: (part: Partial<CredentialForm>) => void
  own?: OwnField
}

/** Where and as whom a processor is called. Secrets are typed here and shown nowhere again. */
export function CredentialFields({ form, errors, put, own = 'pix_key' }: CredentialFieldsProps) {
  const t = useT('common', 'processors')
  const field = (name: keyof CredentialForm, draw: (control: FieldControl) => ReactNode, hint = false) => (
    <Field
      label={t(`processors.field.${name}`)}
      hint={hint && t(`processors.field.${name}_hint`)}
      error={errors[name]}
      required={!name.startsWith('certificate')}
      optional={name.startsWith('certificate')}
    >
      {draw}
    </Field>
  )
  const shared = (name: keyof CredentialForm) => ({
    autoComplete: 'off',
    spellCheck: false,
    value: form[name],
    onChange: (event: { target: { value: string } }) => put({ [name]: event.target.value }),
  })
  return (
    <>
      {field(
        'base_url',
        (control) => (
          <TextInput {...control} {...shared('base_url')} type="url" maxLength={300} placeholder="https://" />
        ),
        true,
      )}
      {field('token_url', (control) => (
        <TextInput {...control} {...shared('token_url')} type="url" maxLength={300} placeholder="https://" />
      ))}
      {field('client_id', (control) => (
        <TextInput {...control} {...shared('client_id')} maxLength={200} />
      ))}
      {field('client_secret', (control) => (
        <PasswordInput
          {...control}
          {...shared('client_secret')}
          autoComplete="new-password"
          maxLength={500}
        />
      ))}
      {field(
        own,
        (control) =>
          own === 'pix_key' ? (
            <TextInput {...control} {...shared(own)} maxLength={77} />
          ) : (
            <PasswordInput {...control} {...shared(own)} autoComplete="new-password" maxLength={500} />
          ),
        true,
      )}
      {field(
        'certificate',
        (control) => (
          <TextArea
            {...control}
            {...shared('certificate')}
            maxLength={30_000}
            placeholder="-----BEGIN CERTIFICATE-----"
          />
        ),
        true,
      )}
      {field('certificate_key', (control) => (
        <TextArea
          {...control}
          {...shared('certificate_key')}
          maxLength={30_000}
          placeholder="-----BEGIN PRIVATE KEY-----"
        />
      ))}
    </>
  )
}
