import { useRef, useState } from 'react'
import { answer } from '../../app/api'
import { SIGN_IN_CODE_LENGTH } from '../../app/constants'
import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import { nameOf } from '../access'
import { access, type UserRow } from '../contract'
import styles from '../parts/form.module.css'
import { useRefresh } from '../useRefresh'

/** Takes a person's second factor away, once the administrator has shown their own. */
export default function ResetTwoFactor({ user, onClose }: CommandProps & { user: UserRow }) {
  const t = useT('common', 'kit', 'access')
  const refresh = useRefresh()
  const [digits, setDigits] = useState('')
  const input = useRef<HTMLInputElement>(null)
  return (
    <CommandDialog<{ digits: string }, UserRow>
      title={t('access.reset.title')}
      submit={t('access.reset.submit')}
      subject={nameOf(user)}
      danger
      fields={['digits']}
      initialFocus={input}
      read={() =>
        digits.length === SIGN_IN_CODE_LENGTH
          ? { input: { digits } }
          : { errors: { digits: t('access.reset.length', { length: SIGN_IN_CODE_LENGTH }) } }
      }
      send={(body, header) =>
        answer(
          access.POST('/rbac/users/{id}/reset-two-factor', {
            params: { path: { id: user.id }, header },
            body,
          }),
        )
      }
      onDone={() => {
        onClose()
        showAlert('success', t('access.reset.done'))
        refresh()
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p className={styles.text}>{t('access.reset.text', { email: user.email })}</p>
          <Field
            label={t('access.reset.digits')}
            hint={t('access.reset.hint')}
            error={errors.digits}
            required
          >
            {(control) => (
              <TextInput
                {...control}
                ref={input}
                name="digits"
                inputMode="numeric"
                autoComplete="one-time-code"
                value={digits}
                // Authenticators show the code in two halves.
                onChange={(event) =>
                  setDigits(event.target.value.replace(/\s/g, '').slice(0, SIGN_IN_CODE_LENGTH))
                }
              />
            )}
          </Field>
        </>
      )}
    </CommandDialog>
  )
}
