import { useT } from '../../app/i18n'
import { DateTime } from '../../kit/DateTime'
import { MiniTable } from '../../kit/record/MiniTable'
import { Card } from '../../ui/Card'
import type { UserSession } from '../contract'
import styles from '../parts/plain.module.css'

/** Where a person is signed in. */
export function Sessions({ sessions }: { sessions: readonly UserSession[] }) {
  const t = useT('common', 'access')
  if (!sessions.length) {
    return (
      <Card title={t('access.card.sessions')}>
        <p className={styles.none}>{t('access.sessions.none')}</p>
      </Card>
    )
  }
  return (
    <Card title={t('access.card.sessions')} flush>
      <MiniTable
        label={t('access.card.sessions')}
        columns={[
          { key: 'device', title: t('access.sessions.device') },
          { key: 'ip', title: t('access.sessions.ip') },
          { key: 'two_factor', title: t('access.column.two_factor') },
          { key: 'created_at', title: t('access.sessions.since') },
          { key: 'last_seen_at', title: t('access.sessions.seen') },
        ]}
        rows={sessions.map(({ id, device, ip, two_factor, created_at, last_seen_at }) => ({
          key: id,
          cells: [
            device || t('access.sessions.unknown_device'),
            ip ?? '—',
            t(two_factor ? 'common.yes' : 'common.no'),
            <DateTime key="since" at={created_at} />,
            <DateTime key="seen" at={last_seen_at} />,
          ],
        }))}
      />
    </Card>
  )
}
