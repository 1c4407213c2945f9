import { useQuery } from '@tanstack/react-query'
import { api, body } from '../app/api'
import { useT } from '../app/i18n'
import { DateTime } from '../kit/DateTime'
import { Loaded } from '../kit/record/Loaded'
import { MiniTable } from '../kit/record/MiniTable'
import { StatusBadge } from '../ui/Badge'
import { Card } from '../ui/Card'
import { taskName, type Workers } from './tasks'
import styles from './WorkersCard.module.css'

/** Workers are heard of every ten seconds. */
const POLL = 10_000

/** Who does the work, and how much of it waits. */
export function WorkersCard() {
  const workers = useQuery({
    queryKey: ['record', 'tools.workers'],
    queryFn: ({ signal }) => body(api.GET('/v1/tools/workers', { signal })),
    refetchInterval: POLL,
  })
  return (
    <div className={styles.card}>
      <Loaded query={workers} lines={3} level={2}>
        {(found) => <Found found={found} />}
      </Loaded>
    </div>
  )
}

function Found({ found: { workers, waiting, later, failed } }: { found: Workers }) {
  const t = useT('tools')
  return (
    <Card
      flush={workers.length > 0}
      title={t('tools.workers.title')}
      actions={<span className={styles.note}>{t('tools.workers.queue', { waiting, later, failed })}</span>}
    >
      {workers.length === 0 ? (
        <p className={styles.note}>{t('tools.workers.none')}</p>
      ) : (
        <MiniTable
          label={t('tools.workers.title')}
          columns={[
            { key: 'id', title: t('tools.workers.worker') },
            { key: 'state', title: t('tools.column.status') },
            { key: 'heard', title: t('tools.workers.heard_at') },
            { key: 'jobs', title: t('tools.workers.jobs') },
          ]}
          rows={workers.map(({ id, stalled, heard_at, jobs }) => ({
            key: `${id}`,
            cells: [
              `#${id}`,
              <StatusBadge key="state" tone={stalled ? 'error' : 'success'}>
                {t(stalled ? 'tools.workers.stalled' : 'tools.workers.alive')}
              </StatusBadge>,
              <DateTime key="heard" at={heard_at} time="seconds" />,
              jobs.map(({ name, task }) => (task ? taskName(t, task) : name)).join(', ') || '—',
            ],
          }))}
        />
      )}
    </Card>
  )
}
