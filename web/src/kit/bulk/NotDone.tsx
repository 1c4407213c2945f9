import { useQuery } from '@tanstack/react-query'
import { linesOf, textOf } from '../../app/errors'
import { useLanguage, useT } from '../../app/i18n'
import { Banner } from '../../ui/Banner'
import { BlockBars } from '../../ui/Skeleton'
import { CopyText } from '../CopyText'
import { formatNumber } from '../format'
import styles from './Bulk.module.css'
import { MOST_SHOWN, readNotDone } from './server'

/** The rows that were not done, each with its reason. */
export function NotDone({ id, count }: { id: string; count: number }) {
  const t = useT('common', 'lists')
  const language = useLanguage()
  const { data, error } = useQuery({
    queryKey: ['bulk', id, 'not done'],
    queryFn: ({ signal }) => readNotDone(id, signal),
  })
  if (error) return <Banner tone="error">{linesOf(t, error).join('. ')}</Banner>
  if (!data) return <BlockBars blocks={3} height={36} />
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className={styles.rows} tabIndex={0} role="region" aria-label={t('lists.bulk.not_done')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('lists.bulk.column.id')}</th>
              <th scope="col">{t('lists.bulk.column.detail')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ number, id: target, detail }) => (
              <tr key={number}>
                <td>
                  <CopyText text={target ?? ''} short />
                </td>
                <td>{textOf(t, detail ?? 'unexpected_error')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {count > MOST_SHOWN && (
        <p className={styles.more}>
          {t('lists.bulk.more', { number: formatNumber(count - data.length, language) })}
        </p>
      )}
    </>
  )
}
