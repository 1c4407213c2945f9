import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CallError, linesOf } from '../../app/errors'
import { useT } from '../../app/i18n'
import { CopyText } from '../../kit/CopyText'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import { useFocusHere } from '../useFocusHere'
import { STORES } from './stores'
import styles from './TwoFactorSetup.module.css'
import type { TwoFactor } from './useTwoFactor'

interface TwoFactorSetupProps {
  twoFactor: TwoFactor
  /** Without it there is no way back: a second factor is demanded. */
  onCancel?: () => void
}

const byFinger = typeof matchMedia === 'undefined' ? null : matchMedia('(pointer: coarse)')

/** Three steps: get an authenticator, show it the secret, type what it says. */
export function TwoFactorSetup({
  twoFactor: { setup, pending, failure, confirm },
  onCancel,
}: TwoFactorSetupProps) {
  const t = useT('common', 'preferences')
  const [typed, setTyped] = useState('')
  const code = typed.trim()
  const place = useFocusHere<HTMLElement>()
  const field = useRef<HTMLInputElement>(null)
  // Where there is nothing else to do, the code can be typed at once; a phone's keyboard would hide the picture.
  const waiting = !onCancel && !byFinger?.matches
  useEffect(() => {
    if (waiting) field.current?.focus({ preventScroll: true })
  }, [waiting])
  if (!setup) return null

  function submit(event: FormEvent) {
    event.preventDefault()
    if (code) confirm(code)
  }

  return (
    <section ref={place} tabIndex={-1} className={styles.box} aria-label={t('preferences.two_factor.setup')}>
      <ol className={styles.steps}>
        <li className={styles.step}>
          <h3>{t('preferences.two_factor.step_app')}</h3>
          <p className={styles.text}>{t('preferences.two_factor.step_app_text')}</p>
          <ul className={styles.stores}>
            {STORES.map(({ key, label, url }) => (
              <li key={key}>
                <a href={url} target="_blank" rel="noreferrer">
                  {t(label)}
                </a>
              </li>
            ))}
          </ul>
        </li>
        <li className={styles.step}>
          <h3>{t('preferences.two_factor.step_scan')}</h3>
          <p className={styles.text}>{t('preferences.two_factor.step_scan_text')}</p>
          <div className={styles.scan}>
            <span className={styles.picture}>
              <img src={setup.qrCode} alt={t('preferences.two_factor.qr_alt')} width={168} height={168} />
            </span>
            <div className={styles.secret}>
              <p className={styles.text}>{t('preferences.two_factor.secret')}</p>
              <CopyText text={setup.secret} />
            </div>
          </div>
        </li>
        <li className={styles.step}>
          <h3>{t('preferences.two_factor.step_code')}</h3>
          <form className={styles.form} noValidate onSubmit={submit}>
            <Field
              label={t('preferences.two_factor.code')}
              hint={t('preferences.two_factor.step_code_text')}
              error={failure !== null && serverWords(failure, linesOf(t, failure))}
              required
            >
              {(control) => (
                <TextInput
                  {...control}
                  ref={field}
                  name="digits"
                  className={styles.code}
                  controlSize="large"
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  value={typed}
                  onChange={(event) => setTyped(event.target.value)}
                />
              )}
            </Field>
            <div className={styles.buttons}>
              {onCancel && (
                <Button variant="secondary" disabled={pending} onClick={onCancel}>
                  {t('common.action.back')}
                </Button>
              )}
              <Button type="submit" busy={pending} disabled={!code}>
                {t('preferences.two_factor.confirm')}
              </Button>
            </div>
          </form>
        </li>
      </ol>
    </section>
  )
}

/** Of a refused device the server's own words are shown; without an answer there are none. */
function serverWords(failure: unknown, lines: string[]): string {
  const words = failure instanceof CallError ? failure.info.error : undefined
  const text = words ?? lines.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
