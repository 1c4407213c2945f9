import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { linesOf } from '../../app/errors'
import { useLanguage, useT } from '../../app/i18n'
import { queries } from '../../app/queries'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import DialogWindow from '../../ui/DialogWindow'
import { ownZone } from '../clock'
import { EXPORT_POLL } from '../export/constants'
import { Progress } from '../export/Progress'
import { BULKS_PATH } from '../export/paths'
import { downloadList } from '../export/server'
import { useAct } from '../export/useAct'
import { formatNumber } from '../format'
import styles from './Bulk.module.css'
import { NotDone } from './NotDone'
import { type Bulk, readBulk } from './server'

const COUNTS = ['done', 'awaiting', 'refused', 'failed'] as const
const COLUMNS = ['number', 'id', 'status', 'detail', 'done_at']

interface BulkResultProps {
  /** As it was begun. */
  bulk: Bulk
  title: string
  onClose: () => void
}

/** How far a bulk Command is, and which rows were not done and why. It goes on when the window is closed. */
export function BulkResult({ bulk: begun, title, onClose }: BulkResultProps) {
  const t = useT('common', 'lists')
  const language = useLanguage()
  const { act, busy } = useAct()
  const { data: bulk = begun, error } = useQuery({
    queryKey: ['bulk', begun.id],
    queryFn: ({ signal }) => readBulk(begun.id, signal),
    refetchInterval: ({ state }) => (state.data?.status === 'finished' ? false : EXPORT_POLL),
  })
  const finished = bulk.status === 'finished'
  useEffect(() => {
    if (finished) void queries.invalidateQueries({ queryKey: ['list'] })
  }, [finished])

  const left = bulk.refused + bulk.failed
  const tried = bulk.done + bulk.awaiting + left
  const outcome = left ? 'some_done' : bulk.awaiting ? 'all_awaiting' : 'all_done'
  const file = () =>
    downloadList('/v1/bulk/items', {
      format: 'csv',
      columns: COLUMNS,
      titles: COLUMNS.map((name) => t(`lists.bulk.column.${name}`)),
      zone: ownZone(),
      locale: language,
      filters: { bulk_id: bulk.id, order_by: 'number', sort: 'asc' },
    })
  return (
    <DialogWindow
      title={title}
      size="medium"
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" disabled={!finished} busy={busy} onClick={() => act(file)}>
            {t('lists.bulk.download')}
          </Button>
          <Button onClick={onClose}>{t('common.action.close')}</Button>
        </>
      }
    >
      <div aria-live="polite">
        {finished && (
          <Banner tone={outcome === 'all_done' ? 'success' : 'atention'}>{t(`lists.bulk.${outcome}`)}</Banner>
        )}
        {error && <Banner tone="error">{linesOf(t, error).join('. ')}</Banner>}
      </div>
      {!finished && (
        <>
          <p className={styles.text}>
            {t('lists.bulk.goes_on')} <Link to={BULKS_PATH}>{t('lists.bulks.title')}</Link>
          </p>
          <Progress done={tried} total={bulk.total} label={t('lists.bulk.progress')} />
        </>
      )}
      <dl className={styles.counts}>
        {COUNTS.filter((name) => name !== 'awaiting' || bulk.awaiting > 0).map((name) => (
          <div key={name}>
            <dt>{t(`lists.bulk.${name}`)}</dt>
            <dd>{formatNumber(bulk[name], language)}</dd>
          </div>
        ))}
      </dl>
      {finished && left > 0 && <NotDone id={bulk.id} count={left} />}
    </DialogWindow>
  )
}
