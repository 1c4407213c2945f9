import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useLanguage, useT } from '../../app/i18n'
import { IconButton } from '../../ui/IconButton'
import { Select } from '../../ui/Select'
import { formatNumber } from '../format'
import styles from './Pager.module.css'
import { PAGE_SIZES } from './search'

export interface PagerProps {
  page: number
  perPage: number
  /** Rows on this page. */
  count: number
  /** Null until the first answer. */
  total: number | null
  estimated: boolean
  pages: number
  hasNext: boolean
  onPage: (page: number) => void
  onPerPage: (perPage: number) => void
}

export function Pager({
  page,
  perPage,
  count,
  total,
  estimated,
  pages,
  hasNext,
  onPage,
  onPerPage,
}: PagerProps) {
  const t = useT('kit')
  const language = useLanguage()
  const number = (value: number) => formatNumber(value, language)
  const first = (page - 1) * perPage + 1
  const about = estimated ? 'about_' : ''
  return (
    <nav className={styles.pager} aria-label={t('kit.pager.name')}>
      <div className={styles.size}>
        <span aria-hidden>{t('kit.pager.per_page')}</span>
        <Select
          size="small"
          label={t('kit.pager.per_page')}
          options={PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
          value={String(perPage)}
          onChange={(size) => onPerPage(Number(size))}
        />
      </div>
      <p className={styles.range}>
        {total !== null &&
          t(`kit.pager.${about}range`, {
            first: number(first),
            last: number(first + count - 1),
            total: number(total),
          })}
      </p>
      {/* The number of pages makes it wider, which nobody should see happen. */}
      <div className={styles.turn} style={{ visibility: total === null ? 'hidden' : undefined }}>
        <IconButton
          label={t('kit.pager.previous')}
          icon={<ChevronLeft size={18} strokeWidth={1.75} />}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        <PageNumber key={page} page={page} pages={pages} estimated={estimated} onPage={onPage} />
        <IconButton
          label={t('kit.pager.next')}
          icon={<ChevronRight size={18} strokeWidth={1.75} />}
          disabled={!hasNext}
          onClick={() => onPage(page + 1)}
        />
      </div>
    </nav>
  )
}

function PageNumber({
  page,
  pages,
  estimated,
  onPage,
}: Pick<PagerProps, 'page' | 'pages' | 'estimated' | 'onPage'>) {
  const t = useT('kit')
  const language = useLanguage()
  const [typed, setTyped] = useState(String(page))
  const go = (event?: FormEvent) => {
    event?.preventDefault()
    const wanted = Math.min(Math.max(1, Number(typed) || page), Math.max(pages, page))
    setTyped(String(wanted))
    if (wanted !== page) onPage(wanted)
  }
  return (
    <form className={styles.number} onSubmit={go}>
      <input
        className={styles.input}
        aria-label={t('kit.pager.page')}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, '').slice(0, 7))}
        onBlur={() => go()}
      />
      <span>
        {t(estimated ? 'kit.pager.about_of' : 'kit.pager.of', { pages: formatNumber(pages, language) })}
      </span>
    </form>
  )
}
