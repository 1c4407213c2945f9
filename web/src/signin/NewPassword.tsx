import { Check, Circle, CircleAlert } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
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

/** A new password, with what it has to have and already has; after a try also with what it lacks first. */
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
  const problem = tried ? passwordProblem(password) : null
  const values = { length: PASSWORD_MIN_LENGTH }
  return (
    <Field
      label={label}
      error={!password && problem && t(problem)}
      required
      hint={
        <span className={styles.rules}>
          {passwordRules(password).map(({ rule, met }) => {
            const text = `login.invalid_password.${rule}`
            return (
              <Rule key={rule} state={met ? 'met' : text === problem ? 'broken' : 'missing'}>
                {t(text, values)}
              </Rule>
            )
          })}
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
          aria-invalid={problem ? true : undefined}
          value={password}
          disabled={disabled}
          onChange={(event) => onPassword(event.target.value)}
        />
      )}
    </Field>
  )
}

const ICONS = { met: Check, missing: Circle, broken: CircleAlert }

/** One rule; the first broken one stands out after a try, because it is the one to mend next. */
function Rule({ state, children }: { state: keyof typeof ICONS; children: ReactNode }) {
  const t = useT('login')
  const Icon = ICONS[state]
  return (
    <span className={cx(styles.rule, styles[state])}>
      <Icon size={14} role="img" aria-label={t(state === 'met' ? 'login.rule_met' : 'login.rule_missing')} />
      {children}
    </span>
  )
}
