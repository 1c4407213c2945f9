import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import styles from './panels.module.css'

export interface FilterChoice {
  key: string
  label: string
}

/** First which filter, then its window in the same place. */
export function AddFilter({
  filters,
  panel,
}: {
  filters: readonly FilterChoice[]
  panel: (key: string) => ReactNode
}) {
  const [chosen, setChosen] = useState(filters.length === 1 ? filters[0]?.key : undefined)
  if (chosen) return panel(chosen)
  return (
    <ul className={styles.presets}>
      {filters.map(({ key, label }) => (
        <li key={key}>
          <button type="button" className={styles.preset} onClick={() => setChosen(key)}>
            {label}
            <ChevronRight size={16} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
