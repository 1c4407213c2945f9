import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { api, body } from '../../app/api'
import { newCommandKey } from '../../app/calls'
import { SIGN_IN_CODE_LENGTH } from '../../app/constants'
import { useT } from '../../app/i18n'
import { askPasskey, passkeysWork } from '../../app/passkeys'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import type { Errors } from '../command/CommandDialog'
import styles from './proof.module.css'

/** How a person shows that it is them. Every try of a passkey is another one: its answer works once. */
export type Attempt = { way: 'digits'; digits: string } | { way: 'passkey'; attempt: string }

/** What is sent of it. */
interface Shown {
  digits: string | null
  assertion: Record<string, never> | null
}

export interface Proving {
  way: Attempt['way']
  read: () => { input: Attempt } | { errors: Errors }
  show: (attempt: Attempt) => Promise<Shown>
  field: (errors: Errors) => ReactNode
}

/** A recovery code is longer than the code of an app. */
const LONGEST_CODE = 20

/** The second factor, shown once more in the call that needs it. */
export function useProof(): Proving {
  const t = useT('common', 'kit')
  const [digits, setDigits] = useState('')
  const [chosen, setChosen] = useState<Attempt['way'] | null>(null)
  const { data: step, refetch } = useQuery({
    queryKey: ['second-step'],
    queryFn: ({ signal }) => body(api.POST('/auth/second-step', { signal })),
    // Each challenge is for one answer.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const passkey = passkeysWork() && step?.methods.includes('passkey') ? step.challenge : null
  const onlyPasskey = Boolean(passkey) && !step?.methods.includes('totp')
  const way = chosen ?? (onlyPasskey ? 'passkey' : 'digits')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (chosen === 'digits') input.current?.focus()
  }, [chosen])
  return {
    way,
    read() {
      if (way === 'passkey') return { input: { way, attempt: newCommandKey() } }
      if (digits.length >= SIGN_IN_CODE_LENGTH) return { input: { way, digits } }
      return { errors: { digits: t('kit.proof.length', { length: SIGN_IN_CODE_LENGTH }) } }
    },
    async show(attempt) {
      if (attempt.way === 'digits') return { digits: attempt.digits, assertion: null }
      try {
        return {
          digits: null,
          assertion: (await askPasskey(passkey as PublicKeyCredentialRequestOptionsJSON)) as never,
        }
      } catch {
        throw new Error(t('kit.proof.failed'))
      } finally {
        void refetch()
      }
    },
    field: (errors) => (
      <>
        {step?.methods.length === 0 && <p className={styles.text}>{t('kit.proof.none')}</p>}
        {way === 'digits' ? (
          <Field label={t('kit.proof.digits')} hint={t('kit.proof.hint')} error={errors.digits} required>
            {(control) => (
              <TextInput
                {...control}
                ref={input}
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
          <p>{t('kit.proof.passkey')}</p>
        )}
        {passkey && !onlyPasskey && (
          <Button
            className={styles.other}
            variant="ghost"
            size="small"
            onClick={() => setChosen(way === 'digits' ? 'passkey' : 'digits')}
          >
            {t(way === 'digits' ? 'kit.proof.use_passkey' : 'kit.proof.use_digits')}
          </Button>
        )}
      </>
    ),
  }
}
