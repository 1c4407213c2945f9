import { useT } from '../../../app/i18n'
import { DateTime } from '../../../kit/DateTime'
import { Facts } from '../../../kit/record/Facts'
import { Card } from '../../../ui/Card'
import { milliseconds, type Processor } from '../processors'

/** With what it is called; its secrets are nowhere. */
export function Known({ processor }: { processor: Processor }) {
  const t = useT('processors')
  return (
    <Card title={t('processors.card_title.known')}>
      <Facts
        facts={[
          { label: t('processors.field.base_url'), value: processor.base_url, wide: true },
          { label: t('processors.field.token_url'), value: processor.token_url, wide: true },
          { label: t('processors.field.client_id'), value: processor.client_id },
          { label: t('processors.field.pix_key'), value: processor.pix_key },
          { label: t('processors.column.priority'), value: processor.priority },
          {
            label: t('processors.column.created_at'),
            value: <DateTime at={processor.created_at} year="always" />,
          },
        ]}
      />
    </Card>
  )
}

/** What still asks it, also when it gets no new charges. */
export function Follows({ processor: { open_charges, recurrences } }: { processor: Processor }) {
  const t = useT('processors')
  return (
    <Card title={t('processors.card_title.follows')}>
      <Facts
        facts={[
          { label: t('processors.follows.charges'), value: open_charges },
          { label: t('processors.follows.recurrences'), value: recurrences },
        ]}
      />
    </Card>
  )
}

/** With which certificate it knows us, and until when. */
export function Certificate({
  processor: { certificate_subject, certificate_expires_at },
}: {
  processor: Pick<Processor, 'certificate_subject' | 'certificate_expires_at'>
}) {
  const t = useT('processors')
  return (
    <Card title={t('processors.card_title.certificate')}>
      {certificate_expires_at ? (
        <Facts
          facts={[
            { label: t('processors.certificate.subject'), value: certificate_subject, wide: true },
            {
              label: t('processors.column.certificate_expires_at'),
              value: <DateTime at={certificate_expires_at} year="always" />,
              wide: true,
            },
          ]}
        />
      ) : (
        <p>{t('processors.certificate.none')}</p>
      )}
    </Card>
  )
}

/** How the last test went. */
export function Test({
  processor: { tested_at, tested_ms, test_error, testing },
}: {
  processor: Pick<Processor, 'tested_at' | 'tested_ms' | 'test_error' | 'testing'>
}) {
  const t = useT('processors')
  return (
    <Card title={t('processors.card_title.test')}>
      {testing && <p role="status">{t('processors.test.running')}</p>}
      {!testing && !tested_at && <p>{t('processors.test.never')}</p>}
      {!testing && tested_at && (
        <Facts
          facts={[
            {
              label: t('processors.column.tested_at'),
              value: <DateTime at={tested_at} year="always" time="seconds" />,
            },
            { label: t('processors.test.took'), value: milliseconds(tested_ms) },
            {
              label: t('processors.test.said'),
              value: test_error ?? t('processors.test.accepted'),
              wide: true,
            },
          ]}
        />
      )}
    </Card>
  )
}
