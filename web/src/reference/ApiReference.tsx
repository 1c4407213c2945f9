import { useEffect, useRef } from 'react'
import SwaggerUIBundle from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import { addressOf } from '../app/calls'
import { useT } from '../app/i18n'
import { useTheme } from '../app/theme'
import { Logo } from '../ui/Logo'
import styles from './ApiReference.module.css'
import './viewer.css'

/** The calls of a merchant's programs, for everybody: what they take and answer, with examples. Sends none: a key has no place here. */
export function ApiReference() {
  const t = useT('common', 'sdk')
  const place = useRef<HTMLDivElement>(null)
  const dark = useTheme() === 'dark'
  const title = t('sdk.contract')
  useEffect(() => {
    document.title = `${title} · ${t('common.brand')}`
  }, [title, t])
  // The name under which the viewer looks for the dark theme.
  useEffect(() => {
    document.documentElement.classList.toggle('dark-mode', dark)
    return () => document.documentElement.classList.remove('dark-mode')
  }, [dark])
  useEffect(() => {
    if (!place.current) return
    SwaggerUIBundle({
      domNode: place.current,
      url: addressOf('/merchant-api.json').href,
      deepLinking: true,
      docExpansion: 'list',
      defaultModelsExpandDepth: -1,
      defaultModelExpandDepth: 3,
      supportedSubmitMethods: [],
      validatorUrl: null,
    })
  }, [])
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Logo />
      </header>
      <main ref={place} className={styles.reference} />
    </div>
  )
}
