import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useT } from '../../app/i18n'
import { cx } from '../../ui/cx'
import { Actions } from '../Actions'
import styles from './RecordHeader.module.css'
import { Whose } from './Whose'

export interface Crumb {
  label: string
  to?: string
}

export interface RecordHeaderProps {
  crumbs: readonly Crumb[]
  /** The loudest thing of the page: an amount, a name. */
  title: ReactNode
  status: ReactNode
  subtitle?: ReactNode
  /** Whose it is, for those who have all merchants in sight. */
  company?: number
  actions?: ReactNode
}

/** What a record is, in what state, and what can be done with it. */
export function RecordHeader({ crumbs, title, status, subtitle, company, actions }: RecordHeaderProps) {
  const t = useT('kit')
  return (
    <header className={styles.header}>
      <nav className={styles.crumbs} aria-label={t('kit.record.crumbs')}>
        {crumbs.map(({ label, to }, place) => (
          <span key={label} aria-current={place === crumbs.length - 1 ? 'page' : undefined}>
            {to ? <Link to={to}>{label}</Link> : label}
          </span>
        ))}
      </nav>
      <div className={styles.row}>
        <div className={styles.words}>
          <div className={styles.line}>
            <h1 className={cx(styles.title, isLong(title) && styles.long)}>{title}</h1>
            {status}
          </div>
          {subtitle && (
            <p className={styles.subtitle}>
              {subtitle}
              {company !== undefined && <Whose company={company} />}
            </p>
          )}
        </div>
        {actions && <Actions>{actions}</Actions>}
      </div>
    </header>
  )
}

/** More letters than this in the size of a title would fill a screen. */
const LONG = 60
const isLong = (title: ReactNode) => typeof title === 'string' && title.length > LONG
