import type { Ref } from 'react'
import { useT } from '../app/i18n'
import { Field } from '../ui/Field'
import { TextInput } from '../ui/TextInput'
import { isAddress } from './login'

/** Key of what is wrong with a typed address, or null. */
export function emailProblem(email: string): string | null {
  const address = email.trim()
  if (!address) return 'login.required_field'
  return isAddress(address) ? null : 'login.email_address_invalid'
}

interface EmailFieldProps {
  ref: Ref<HTMLInputElement>
  email: string
  tried: boolean
  disabled: boolean
  onEmail: (email: string) => void
}

export function EmailField({ ref, email, tried, disabled, onEmail }: EmailFieldProps) {
  const t = useT('login')
  const problem = emailProblem(email)
  return (
    <Field label={t('login.email')} error={tried && problem && t(problem)} required>
      {(control) => (
        <TextInput
          {...control}
          ref={ref}
          type="email"
          name="email"
          controlSize="large"
          autoComplete="username"
          spellCheck={false}
          autoCapitalize="off"
          value={email}
          disabled={disabled}
          onChange={(event) => onEmail(event.target.value)}
        />
      )}
    </Field>
  )
}
