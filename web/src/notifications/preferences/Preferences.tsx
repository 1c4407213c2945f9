import { useQuery } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { useLanguage, useT } from '../../app/i18n'
import { FailedList } from '../../kit/list/states'
import { PageHeader } from '../../kit/PageHeader'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import { BlockBars } from '../../ui/Skeleton'
import { EmailCell, InAppCell, WebhookCell } from './cells'
import styles from './Preferences.module.css'
import { preferencesQuery, webhookQuery } from './query'
import { WebhookCard } from './WebhookCard'

const GROUPS = [
  'payin',
  'account',
  'approvals',
  'compliance',
  'lists',
  'security',
  'access',
  'tools',
] as const
/** Its own security is always shown to a person. */
const ALWAYS_SHOWN = 'security'

/** What the person is told of, and how. */
export function Preferences() {
  const t = useT('common', 'kit', 'notifications')
  const { data, error, isPending: isAsked, refetch } = useQuery(preferencesQuery(useLanguage()))
  const webhook = useQuery(webhookQuery)
  // A choice that could do nothing is not offered.
  const called = Boolean(webhook.data?.url)
  // Whether there is one decides over a column: what stands here comes at once, and stays where it is.
  const isPending = isAsked || webhook.isPending
  return (
    <>
      <PageHeader
        title={t('notifications.preferences.title')}
        subtitle={t('notifications.preferences.subtitle')}
      />
      <Card flush className={styles.card}>
        <div className={styles.inside} aria-busy={isPending}>
          {error && !data && <FailedList failure={error} onRetry={() => void refetch()} />}
          {isPending && <BlockBars className={styles.waiting} blocks={6} height={44} />}
          {data?.length === 0 && (
            <EmptyState
              level={2}
              icon={<BellOff size={20} strokeWidth={1.75} />}
              title={t('notifications.preferences.none')}
            />
          )}
        </div>
        {!isPending && data && data.length > 0 && (
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('notifications.preferences.event')}</th>
                <th scope="col" className={styles.inApp}>
                  {t('notifications.preferences.in_app')}
                </th>
                <th scope="col" className={styles.email}>
                  {t('notifications.preferences.email')}
                </th>
                {called && (
                  <th scope="col" className={styles.webhook}>
                    {t('notifications.preferences.webhook')}
                  </th>
                )}
              </tr>
            </thead>
            {GROUPS.map((group) => {
              const rows = data.filter((row) => row.group === group)
              if (rows.length === 0) return null
              return (
                <tbody key={group}>
                  <tr>
                    <th scope="rowgroup" colSpan={called ? 4 : 3} className={styles.group}>
                      {t(`notifications.group.${group}`)}
                    </th>
                  </tr>
                  {rows.map((row) => (
                    <tr key={row.kind}>
                      <th scope="row" className={styles.name}>
                        <bdi>{row.title}</bdi>
                      </th>
                      <td>
                        <InAppCell preference={row} always={group === ALWAYS_SHOWN} />
                      </td>
                      <td>
                        <EmailCell preference={row} />
                      </td>
                      {called && (
                        <td>
                          <WebhookCell preference={row} />
                        </td>
                      )}
                    </tr>
                  ))}
                </tbody>
              )
            })}
          </table>
        )}
      </Card>
      {!isPending && <WebhookCard />}
    </>
  )
}
