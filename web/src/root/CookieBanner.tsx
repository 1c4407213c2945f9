import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { config } from '../app/config'
import { accept, accepted, onAccepted } from '../app/consent'
import { useT } from '../app/i18n'
import { Button } from '../ui/Button'
import styles from './CookieBanner.module.css'

/** Says what the browser keeps, until somebody accepts it, here or in another tab; then never again. */
export function CookieBanner() {
  const [open, setOpen] = useState(() => !accepted())
  useEffect(() => onAccepted(() => setOpen(false)), [])
  return open ? <Terms /> : null
}

function Terms() {
  const t = useT('common')
  const { termsUrl, privacyUrl } = config()
  const links = [
    { url: termsUrl, text: t('common.cookie.terms') },
    { url: privacyUrl, text: t('common.cookie.privacy') },
  ].filter(({ url }) => url)
  const before = useRef<EventTarget>(null)
  const come = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    // From one of its own links the keyboard came from where it was before that.
    if (!currentTarget.parentElement?.contains(relatedTarget)) before.current = relatedTarget
  }
  const answer = () => {
    accept()
    // The keyboard goes back to where it came from, or to the beginning of what the banner stood before.
    const back = before.current ?? document.querySelector('#content, form input')
    if (back instanceof HTMLElement) back.focus({ preventScroll: true })
  }
  return (
    <section className={styles.banner} aria-label={t('common.cookie.label')}>
      <p className={styles.text}>
        {t('common.cookie.text')}
        {links.map(({ url, text }) => (
          <a key={text} href={url} target="_blank" rel="noreferrer">
            {text}
          </a>
        ))}
      </p>
      <Button onFocus={come} onClick={answer}>
        {t('common.cookie.accept')}
      </Button>
    </section>
  )
}
