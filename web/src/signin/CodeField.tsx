import type { Ref } from 'react'
import { SIGN_IN_CODE_LENGTH } from '../app/constants'
import { useT } from '../app/i18n'
import { Field } from '../ui/Field'
import { TextInput } from '../ui/TextInput'
import styles from './SignInPage.module.css'

interface CodeFieldProps {
  ref: Ref<HTMLInputElement>
  kind: 'totp' | 'recovery'
  code: string
  disabled: boolean
  onCode: (code: string) => void
}

/** The code of an authenticator, always six characters; or a recovery code, as it was written down. */
export function CodeField({ ref, kind, code, disabled, onCode }: CodeFieldProps) {
  const t = useT('login')
  if (kind === 'recovery') {
    return (
      <Field label={t('login.2fa_recovery_code')} required>
        {(control) => (
          <TextInput
            {...control}
            ref={ref}
            name="recovery"
            className={styles.recovery}
            controlSize="large"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={code}
            disabled={disabled}
            onChange={(event) => onCode(event.target.value.trim())}
          />
        )}
      </Field>
    )
  }
  const short = code !== '' && code.length !== SIGN_IN_CODE_LENGTH
  return (
    <Field
      label={t('login.2fa_code')}
      error={short && t('login.2fa_code_length', { length: SIGN_IN_CODE_LENGTH })}
      required
    >
      {(control) => (
        <TextInput
          {...control}
          ref={ref}
          name="digits"
          className={styles.code}
          controlSize="large"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          disabled={disabled}
          // Authenticators show the code in two halves.
          onChange={(event) => onCode(event.target.value.replace(/\s/g, '').slice(0, SIGN_IN_CODE_LENGTH))}
        />
      )}
    </Field>
  )
}
