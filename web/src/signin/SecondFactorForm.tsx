import { type FormEvent, useEffect, useRef, useState } from 'react'
import { REDIRECT_AFTER_CODE, SIGN_IN_CODE_LENGTH } from '../app/constants'
import { useT } from '../app/i18n'
import { askPasskey, passkeysWork } from '../app/passkeys'
import { pause } from '../app/pause'
import { Button } from '../ui/Button'
import { useAttempt } from './attempt'
import { BotCheckLine } from './BotCheckLine'
import { CodeField } from './CodeField'
import { FormMessage } from './FormMessage'
import { type Credentials, login, type Proof, type SecondFactor } from './login'
import { failureMessage } from './message'
import styles from './SignInPage.module.css'

const WAYS = ['totp', 'passkey', 'recovery'] as const
type Way = (typeof WAYS)[number]

/** The ways of this person that work in this browser; a code when the server names none. */
function waysOf({ methods, challenge }: SecondFactor): Way[] {
  const offered = WAYS.filter((way) => methods.includes(way))
  const usable = offered.filter((way) => way !== 'passkey' || (challenge !== null && passkeysWork()))
  return usable.length ? usable : ['totp']
}

interface SecondFactorFormProps {
  credentials: Credentials
  factor: SecondFactor
  onEnter: () => void
  onBack: () => void
}

/** The second step of signing in: the code of an authenticator, a passkey, or a recovery code. */
export function SecondFactorForm({ credentials, factor, onEnter, onBack }: SecondFactorFormProps) {
  const t = useT('common', 'login')
  const ways = waysOf(factor)
  const [way, setWay] = useState<Way>(ways[0] ?? 'totp')
  const [code, setCode] = useState('')
  const [asking, setAsking] = useState(false)
  const { step, tried, message, botCheck, run, say, finish } = useAttempt('login-2fa')
  const input = useRef<HTMLInputElement>(null)

  // Also after a refusal, when the field can be typed in again.
  useEffect(() => {
    if (step === 'idle') input.current?.focus()
  }, [step, way])

  const complete = way === 'totp' ? code.length === SIGN_IN_CODE_LENGTH : way === 'passkey' || code !== ''

  async function verify(proof: Proof) {
    const outcome = await run({
      send: async (answer) => {
        if ((await login(credentials, answer, proof)) !== 'signedIn') throw new Error('It was not taken')
      },
      refused: (failure) => failureMessage(t, failure, 'login.2fa_code_invalid'),
    })
    if (!outcome) {
      setCode('')
      // The challenge was for one answer: another one comes with the next sign-in.
      if ('assertion' in proof) setWay(ways.find((other) => other !== 'passkey') ?? 'passkey')
      return
    }
    finish({ tone: 'success', lines: [t('login.2fa_code_valid')] })
    await pause(REDIRECT_AFTER_CODE)
    onEnter()
  }

  /** The device is asked at once: a browser only lets it while it remembers the press. */
  async function verifyPasskey() {
    if (asking || !factor.challenge) return
    setAsking(true)
    say(null)
    try {
      const assertion = await askPasskey(factor.challenge)
      await verify({ assertion })
    } catch {
      say({ tone: 'error', lines: [t('login.passkey_failed')] })
    } finally {
      setAsking(false)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (way === 'passkey') void verifyPasskey()
    else if (complete) void verify({ digits: code })
  }

  const busy = asking || step === 'awaiting'
  return (
    <form className={styles.fields} onSubmit={submit} noValidate>
      <header>
        <h1 className={styles.title}>{t('login.2fa_title')}</h1>
        <p className={styles.subtitle}>{t(`login.2fa_subtitle_${way}`)}</p>
      </header>
      {way !== 'passkey' && (
        <CodeField ref={input} kind={way} code={code} disabled={step !== 'idle'} onCode={setCode} />
      )}
      <BotCheckLine state={botCheck} tried={tried} />
      <FormMessage message={message} />
      <div className={styles.buttons}>
        <Button type="submit" size="large" wide busy={busy} disabled={!complete || step === 'done'}>
          {t(busy ? 'login.2fa_verifying' : way === 'passkey' ? 'login.passkey_use' : 'login.2fa_verify')}
        </Button>
        <Button variant="ghost" size="large" wide disabled={busy || step === 'done'} onClick={onBack}>
          {t('common.action.back')}
        </Button>
      </div>
      {ways.length > 1 && (
        <ul className={styles.ways}>
          {ways
            .filter((other) => other !== way)
            .map((other) => (
              <li key={other}>
                <button
                  type="button"
                  disabled={busy || step === 'done'}
                  onClick={() => {
                    setWay(other)
                    setCode('')
                    say(null)
                  }}
                >
                  {t(`login.2fa_instead_${other}`)}
                </button>
              </li>
            ))}
        </ul>
      )}
    </form>
  )
}
