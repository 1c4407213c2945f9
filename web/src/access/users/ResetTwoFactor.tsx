import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { answer, api, body } from '../../app/api'
import { SIGN_IN_CODE_LENGTH } from '../../app/constants'
import { useT } from '../../app/i18n'
import { passkeysWork } from '../../app/passkeys'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import { nameOf } from '../access'
import type { UserRow } from '../contract'
import styles from '../parts/form.module.css'
import { useRefresh } from '../useRefresh'
import { type Proof, readProof, shown } from './proof'

/** Takes a person's second factor away, once the administrator has shown their own. */
export default function ResetTwoFactor({ user, onClose }: CommandProps & { user: UserRow }) {
  const t = useT('common', 'kit', 'access')
  const refresh = useRefresh()
  const [digits, setDigits] = useState('')
  const [chosen, setChosen] = useState<Proof['way'] | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const { data: step, refetch } = useQuery({
    queryKey: ['access', 'second-step'],
    queryFn: ({ signal }) => body(api.POST('/auth/second-step', { signal })),
    // Each challenge is for one answer.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const passkey = passkeysWork() && step?.methods.includes('passkey') ? step.challenge : null
  const onlyPasskey = Boolean(passkey) && !step?.methods.includes('totp')
  const way = chosen ?? (onlyPasskey ? 'passkey' : 'digits')
  useEffect(() => {
    if (way === 'digits') input.current?.focus()
  }, [way])

  return (
    <CommandDialog<Proof, UserRow>
      title={t('access.reset.title')}
      submit={t(way === 'passkey' ? 'access.reset.submit_passkey' : 'access.reset.submit')}
      subject={nameOf(user)}
      danger
      fields={['digits']}
      read={() => readProof(way, digits, t)}
      send={async (proof, header) => {
        const shownNow = await shown(proof, passkey, t)
        if (proof.way === 'passkey') void refetch()
        return answer(
          api.POST('/rbac/users/{id}/reset-two-factor', {
            params: { path: { id: user.id }, header },
            body: shownNow,
          }),
        )
      }}
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
          {way === 'digits' ? (
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
          ) : (
            <p>{t('access.reset.passkey')}</p>
          )}
          {passkey && !onlyPasskey && (
            <Button
              className={styles.other}
              variant="ghost"
              size="small"
              onClick={() => setChosen(way === 'digits' ? 'passkey' : 'digits')}
            >
              {t(way === 'digits' ? 'access.reset.use_passkey' : 'access.reset.use_digits')}
            </Button>
          )}
        </>
      )}
    </CommandDialog>
  )
}
