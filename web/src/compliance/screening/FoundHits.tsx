import { Link } from '@tanstack/react-router'
import { useLanguage, useT } from '../../app/i18n'
import { StatusWord } from '../../kit/list/Cell'
import { MiniTable } from '../../kit/record/MiniTable'
import { HIT_STATUSES, type Hit, hitPath } from './screening'

/** Hits of one party, the likest first. */
export function FoundHits({ hits }: { hits: Hit['others'] }) {
  const t = useT('screening')
  const language = useLanguage()
  if (hits.length === 0) return <p>{t('screening.record.no_hits')}</p>
  return (
    <MiniTable
      label={t('screening.card.hits')}
      columns={[
        { key: 'listed', title: t('screening.column.listed'), wide: true },
        { key: 'list', title: t('screening.column.list') },
        { key: 'score', title: t('screening.column.score'), end: true },
        { key: 'status', title: t('screening.column.status') },
      ]}
      rows={hits.map(({ id, listed, list_name, score, status }) => ({
        key: id,
        cells: [
          <Link key="link" to={hitPath(id)}>
            {listed}
          </Link>,
          list_name,
          `${score}%`,
          <StatusWord key="status" values={HIT_STATUSES} value={status} text={{ t, language }} />,
        ],
      }))}
    />
  )
}
