import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useT } from '../../app/i18n'
import { settings } from '../../app/state'
import { cx } from '../../ui/cx'
import { Spinner } from '../../ui/Spinner'
import { Count, countOf } from '../facets/Count'
import type { Facet } from '../facets/useFacets'
import type { Choice } from '../list/definition'
import styles from './panels.module.css'

/** One of the few values of a column. */
export default function ChoicePanel({
  choice,
  facet,
  title,
  chosen,
  onChange,
}: {
  choice: Choice
  facet: Facet | undefined
  title: string
  chosen: string | undefined
  onChange: (value: string) => void
}) {
  const t = useT('kit')
  const { data: loaded, isLoading } = useQuery({
    queryKey: ['choices', title, settings.get().account?.id ?? null],
    queryFn: ({ signal }) => choice.load?.(signal) ?? [],
    enabled: choice.load !== undefined,
  })
  const options = choice.load ? (loaded ?? []) : choice.options
  if (isLoading) return <Spinner size={24} />
  if (options.length === 0) return <p className={styles.note}>{t('kit.filter.no_choices')}</p>
  return (
    <ul className={styles.choices} aria-label={t(title)}>
      {options.map(({ value, label }) => (
        <li key={value}>
          <button
            type="button"
            className={cx(
              styles.preset,
              value === chosen && styles.chosen,
              countOf(facet, value) === 0 && styles.empty,
            )}
            aria-pressed={value === chosen}
            onClick={() => onChange(value)}
          >
            {choice.load ? label : t(label)}
            <Count facet={facet} value={value} />
            {value === chosen && <Check size={16} aria-hidden />}
          </button>
        </li>
      ))}
    </ul>
  )
}
