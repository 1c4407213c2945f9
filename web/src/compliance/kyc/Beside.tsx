import { useLanguage, useT } from '../../app/i18n'
import { DateTime } from '../../kit/DateTime'
import { StatusWord } from '../../kit/list/Cell'
import { TabCard } from '../../ui/TabCard'
import { type Request, STATES } from './kyc'
import styles from './kyc.module.css'
import { Look } from './Look'

/** What stands beside a request: other requests of the same document, and for staff what they wrote to each other. */
export function Beside({ request }: { request: Request }) {
  const t = useT('kyc')
  const { related, review } = request
  return (
    <TabCard
      title={t('kyc.record.beside')}
      tabs={[
        ...(review
          ? [
              {
                key: 'notes',
                label: t('kyc.record.notes', { count: review.notes.length }),
                content: <Notes notes={review.notes} />,
              },
            ]
          : []),
        {
          key: 'related',
          label: t('kyc.record.related', { count: related.length }),
          content: <Related related={related} />,
        },
      ]}
    />
  )
}

function Notes({ notes }: { notes: NonNullable<Request['review']>['notes'] }) {
  const t = useT('kyc')
  if (notes.length === 0) return <p className={styles.side}>{t('kyc.record.no_notes')}</p>
  return (
    <div className={styles.side}>
      {notes.map(({ at, actor, body: words }) => (
        <p key={at} className={styles.words}>
          {words}{' '}
          <span className={styles.quiet}>
            {actor} <DateTime at={at} />
          </span>
        </p>
      ))}
    </div>
  )
}

function Related({ related }: { related: Request['related'] }) {
  const t = useT('kyc')
  const language = useLanguage()
  if (related.length === 0) return <p className={styles.side}>{t('kyc.record.no_related')}</p>
  return (
    <ul className={styles.side}>
      {related.map(({ id, number, reason_name, state }) => (
        <li key={id} className={styles.checkHead}>
          <Look of="request" id={id}>
            {number} · {reason_name}
          </Look>
          <StatusWord values={STATES} value={state} text={{ t, language }} />
        </li>
      ))}
    </ul>
  )
}
