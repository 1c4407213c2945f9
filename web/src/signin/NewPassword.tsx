import { Check, Circle } from 'lucide-react'
import type { Ref } from 'react'
import { PASSWORD_MIN_LENGTH } from '../app/constants'
import { useT } from '../app/i18n'
import { cx } from '../ui/cx'
import { Field } from '../ui/Field'
import { PasswordInput } from '../ui/PasswordInput'
import styles from './NewPassword.module.css'
import { passwordProblem, passwordRules } from './password'

interface NewPasswordProps {
  ref?: Ref<HTMLInputElement>
  label: string
  password: string
  tried: boolean
  disabled?: boolean
  size?: 'medium' | 'large'
  onPassword: (password: string) => void
}

/** A new password, with what it has to have and already has. */
export function NewPassword({
  ref,
  label,
  password,
  tried,
  disabled,
  size = 'medium',
  onPassword,
}: NewPasswordProps) {
  const t = useT('common', 'login')
  const problem = passwordProblem(password)
  const values = { length: PASSWORD_MIN_LENGTH }
  return (
    <Field
      label={label}
      error={tried && problem && t(problem, values)}
      required
      hint={
        <span className={styles.rules}>
          {passwordRules(password).map(({ rule, met }) => (
            <span key={rule} className={cx(styles.rule, met && styles.met)}>
              {met ? (
                <Check size={14} role="img" aria-label={t('login.rule_met')} />
              ) : (
                <Circle size={14} role="img" aria-label={t('login.rule_missing')} />
              )}
              {t(`login.invalid_password.${rule}`, values)}
            </span>
          ))}
        </span>
      }
    >
      {(control) => (
        <PasswordInput
          {...control}
          ref={ref}
          name="newPassword"
          controlSize={size}
          autoComplete="new-password"
          value={password}
          disabled={disabled}
          onChange={(event) => onPassword(event.target.value)}
        />
      )}
    </Field>
  )
}
