import type { ReactNode } from 'react'
import styles from './PayPage.module.css'

/** What became of it, in a word and in a shape. */
export function Told({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <div className={styles.told} role="status">
      {icon}
      <strong>{title}</strong>
      {text && <p>{text}</p>}
    </div>
  )
}
