import { useLanguage, useT } from '../../app/i18n'
import { formatNumber } from '../format'
import styles from './ExportDialog.module.css'

/** How much of the whole is done; without a whole, that it goes on. */
export function Progress({ done, total, label }: { done: number; total: number | null; label: string }) {
  const t = useT('lists')
  const language = useLanguage()
  const number = (value: number) => formatNumber(value, language)
  return (
    <>
      <progress
        className={styles.bar}
        aria-label={label}
        {...(total !== null && { value: done, max: total || 1 })}
      />
      <p className={styles.note}>
        {total === null
          ? t('lists.progress.waiting')
          : t('lists.progress.of', { done: number(done), total: number(total) })}
      </p>
    </>
  )
}
