import { useEffect, useState } from 'react'
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
      <Button onClick={accept}>{t('common.cookie.accept')}</Button>
    </section>
  )
}
