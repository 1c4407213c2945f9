import type { ReactNode } from 'react'
import { useT } from '../app/i18n'
import { Card } from '../ui/Card'
import styles from './showcase.module.css'

/** One family of pieces. Its name is also how a picture of it is taken. */
export function Part({ name, children }: { name: string; children: ReactNode }) {
  const t = useT('showcase')
  return (
    <div data-part={name}>
      <Card title={t(`showcase.part.${name}`)}>
        <div className={styles.part}>{children}</div>
      </Card>
    </div>
  )
}

/** Pieces beside each other. */
export function Line({ children }: { children: ReactNode }) {
  return <div className={styles.line}>{children}</div>
}
