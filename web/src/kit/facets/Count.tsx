import { useLanguage } from '../../app/i18n'
import { formatNumber } from '../format'
import styles from './Count.module.css'
import type { Facet } from './useFacets'

/** How many rows have a value, at the end of its line. Nothing while that is not known. */
export function Count({ facet, value }: { facet: Facet | undefined; value: string }) {
  const language = useLanguage()
  const count = countOf(facet, value)
  if (count === undefined) return null
  return (
    <span className={styles.count}>{(facet?.estimated ? '≈ ' : '') + formatNumber(count, language)}</span>
  )
}

export function countOf(facet: Facet | undefined, value: string): number | undefined {
  return facet?.values.find((known) => known.value === value)?.count
}
