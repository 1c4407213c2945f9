import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api, body } from '../../app/api'
import { newCommandKey } from '../../app/calls'
import { SIGN_IN_CODE_LENGTH } from '../../app/constants'
import { useT } from '../../app/i18n'
import { askPasskey, passkeysWork } from '../../app/passkeys'
import type { Errors } from '../../kit/command/CommandDialog'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import styles from './form.module.css'

/** How a decider shows that it is them. Every try of a passkey is another one: its answer works once. */
export type Attempt = { way: 'digits'; digits: string } | { way: 'passkey'; attempt: string }

/** What is sent of it. */
export interface Shown {
  digits: string | null
  assertion: Record<string, never> | null
}

export interface Proving {
  read: () => { attempt: Attempt } | { errors: Errors }
  show: (attempt: Attempt) => Promise<Shown>
  field: (errors: Errors) => ReactNode
}

/** A recovery code is longer than the code of an app. */
const LONGEST_CODE = 20

/** The second factor, shown once more in the call that decides. */
export function useProof(): Proving {
  const t = useT('common', 'approvals')
  const [digits, setDigits] = useState('')
  const [chosen, setChosen] = useState<Attempt['way'] | null>(null)
  const { data: step, refetch } = useQuery({
    queryKey: ['approvals', 'second-step'],
    queryFn: ({ signal }) => body(api.POST('/auth/second-step', { signal })),
    // Each challenge is for one answer.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const passkey = passkeysWork() && step?.methods.includes('passkey') ? step.challenge : null
  const onlyPasskey = Boolean(passkey) && !step?.methods.includes('totp')
  const way = chosen ?? (onlyPasskey ? 'passkey' : 'digits')
  return {
    read() {
      if (way === 'passkey') return { attempt: { way, attempt: newCommandKey() } }
      if (digits.length >= SIGN_IN_CODE_LENGTH) return { attempt: { way, digits } }
      return { errors: { digits: t('approvals.proof.length', { length: SIGN_IN_CODE_LENGTH }) } }
    },
    async show(attempt) {
      if (attempt.way === 'digits') return { digits: attempt.digits, assertion: null }
      try {
        return {
          digits: null,
          assertion: (await askPasskey(passkey as PublicKeyCredentialRequestOptionsJSON)) as never,
        }
      } catch {
        throw new Error(t('approvals.proof.failed'))
      } finally {
        void refetch()
      }
    },
    field: (errors) => (
      <>
        {step?.methods.length === 0 && <p className={styles.text}>{t('approvals.proof.none')}</p>}
        {way === 'digits' ? (
          <Field
            label={t('approvals.proof.digits')}
            hint={t('approvals.proof.hint')}
            error={errors.digits}
            required
          >
            {(control) => (
              <TextInput
                {...control}
                name="digits"
                inputMode="numeric"
                autoComplete="one-time-code"
                value={digits}
                // Authenticators show the code in two halves.
                onChange={(event) => setDigits(event.target.value.replace(/\s/g, '').slice(0, LONGEST_CODE))}
              />
            )}
          </Field>
        ) : (
          <p>{t('approvals.proof.passkey')}</p>
        )}
        {passkey && !onlyPasskey && (
          <Button
            className={styles.other}
            variant="ghost"
            size="small"
            onClick={() => setChosen(way === 'digits' ? 'passkey' : 'digits')}
          >
            {t(way === 'digits' ? 'approvals.proof.use_passkey' : 'approvals.proof.use_digits')}
          </Button>
        )}
      </>
    ),
  }
}
