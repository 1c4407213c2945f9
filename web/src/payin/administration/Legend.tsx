import styles from './Legend.module.css'

/** What the bars and their line mean. */
export function Legend({ now, then }: { now: string; then: string }) {
  return (
    <ul className={styles.legend}>
      <li>{now}</li>
      <li className={styles.keyThen}>{then}</li>
    </ul>
  )
}
