import { Search, X } from 'lucide-react'
import { lazy, type RefObject, Suspense } from 'react'
import { useLanguage, useT } from '../../app/i18n'
import { cx } from '../../ui/cx'
import { Popover } from '../../ui/Popover'
import { Spinner } from '../../ui/Spinner'
import { formatNumber } from '../format'
import { MOST_IDS } from '../list/search'
import styles from './SearchBox.module.css'

const SearchPanel = lazy(() => import('./SearchPanel'))

interface SearchedIdsProps {
  box: RefObject<HTMLDivElement | null>
  /** What the search looks through. */
  label: string
  ids: readonly string[]
  onChange: (text: string) => void
}

/** Several searched ids by their number; a press opens them. More than can be looked for at once are not looked for, and it says so. */
export function SearchedIds({ box, label, ids, onChange }: SearchedIdsProps) {
  const t = useT('kit')
  const language = useLanguage()
  const number = formatNumber(ids.length, language)
  const tooMany = ids.length > MOST_IDS
  return (
    <div ref={box} role="search" className={styles.search}>
      <div className={cx(styles.many, tooMany && styles.tooMany)}>
        <Search size={18} strokeWidth={1.75} aria-hidden />
        <Popover
          title={t('kit.search.title')}
          trigger={
            <button
              type="button"
              className={styles.ids}
              aria-label={`${label}: ${t('kit.search.ids', { number })}`}
              aria-keyshortcuts="/"
            >
              {t('kit.search.ids', { number })}
            </button>
          }
        >
          {(close) => (
            <Suspense fallback={<Spinner size={24} />}>
              <SearchPanel
                ids={ids}
                onChange={(text) => {
                  close()
                  onChange(text)
                }}
              />
            </Suspense>
          )}
        </Popover>
        <button
          type="button"
          className={styles.clear}
          aria-label={t('kit.search.clear')}
          title={t('kit.search.clear')}
          onClick={() => onChange('')}
        >
          <X size={16} strokeWidth={2} aria-hidden />
        </button>
      </div>
      {tooMany && (
        <p role="alert" className={styles.error}>
          {t('kit.search.too_many', { most: formatNumber(MOST_IDS, language), number })}
        </p>
      )}
    </div>
  )
}
