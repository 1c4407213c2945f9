import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useT } from '../app/i18n'
import { Logo } from '../ui/Logo'
import styles from './AboutPage.module.css'

const PARTS = ['one', 'two', 'three'] as const

/** The pages that the demo has where an installation names its own: help, privacy and terms. For everybody, signed in or not. */
export function AboutPage() {
  const t = useT('common', 'about')
  const page = useLocation({ select: ({ pathname }) => pathname.replaceAll('/', '') })
  const title = t(`about.${page}.title`)
  useEffect(() => {
    document.title = `${title} · ${t('common.brand')}`
  }, [title, t])
  return (
    <div className={styles.page}>
      <Logo />
      <main>
        <h1>{title}</h1>
        <p className={styles.lead}>{t(`about.${page}.lead`)}</p>
        {PARTS.map((part) => (
          <section key={part}>
            <h2>{t(`about.${page}.${part}_title`)}</h2>
            <p>{t(`about.${page}.${part}`)}</p>
          </section>
        ))}
        <Link to="/">{t('about.to_start')}</Link>
      </main>
    </div>
  )
}
