import styles from './CodeText.module.css'

/** A code in full, to be read, marked and copied by hand where a press does not copy it. */
export function CodeText({ text, label, rows = 3 }: { text: string; label: string; rows?: number }) {
  return (
    <textarea
      readOnly
      rows={rows}
      className={styles.code}
      aria-label={label}
      value={text}
      onFocus={(event) => event.target.select()}
    />
  )
}
