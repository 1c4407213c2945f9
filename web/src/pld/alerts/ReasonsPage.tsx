import { useQuery } from '@tanstack/react-query'
import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { PageHeader } from '../../kit/PageHeader'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { Card } from '../../ui/Card'
import { AlertsTabs, NoAccess } from '../PldTabs'
import { SEE_ALERTS, wordOf } from '../pld'
import styles from '../pld.module.css'

/** Why an alert may be closed without a case, each reason in words. */
export function ReasonsPage() {
  const t = useT('kit', 'pld')
  const allowed = may(SEE_ALERTS)
  const reasons = useQuery({
    queryKey: ['record', 'pld.alert_reasons'],
    queryFn: ({ signal }) => body(api.GET('/v1/pld-engine/alerts/reasons', { signal })),
    enabled: allowed,
  })
  if (!allowed) return <NoAccess />
  return (
    <div className={styles.page}>
      <PageHeader title={t('pld.reasons.title')} tabs={<AlertsTabs />} subtitle={t('pld.reasons.text')} />
      <Loaded query={reasons}>
        {(found) => (
          <Card flush>
            <MiniTable
              label={t('pld.reasons.title')}
              columns={[
                { key: 'name', title: t('pld.column.reason') },
                { key: 'says', title: t('pld.reasons.says'), wide: true },
                { key: 'category', title: t('pld.reasons.category') },
                { key: 'id', title: t('pld.reasons.code') },
              ]}
              rows={found.map(({ id, category }) => ({
                key: id,
                cells: [
                  wordOf(t, 'reason', id),
                  wordOf(t, 'reason_says', id),
                  wordOf(t, 'reason_category', category),
                  <code key="id">{id}</code>,
                ],
              }))}
            />
          </Card>
        )}
      </Loaded>
    </div>
  )
}
