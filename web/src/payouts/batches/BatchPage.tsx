import { useParams } from '@tanstack/react-router'
import { Ban, CirclePause, CirclePlay, CircleStop, Download, RotateCcw } from 'lucide-react'
import { answer, api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DownloadButton } from '../../kit/export/DownloadButton'
import { formatTime } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { Moments } from '../../kit/record/Moments'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Card } from '../../ui/Card'
import { BatchForecast } from '../forecast/BatchForecast'
import { BATCH_STATUSES, BATCHES_PATH, type BatchRecord, isMoving, MAY_PAY, momentWord } from './batch'
import { Decision } from './Decision'
import { Exceptions } from './Exceptions'
import { Figures } from './Figures'
import { Lines } from './Lines'
import styles from './Record.module.css'
import { Situation } from './Situation'

/** States in which lines still leave, or would. */
const FORECAST = new Set<string>(['planned', 'authorised', 'running', 'paused'])

const acts = lazyDialog(() => import('./commands/acts'))

/** One batch: its plan from the exceptions, what is signed, and how far its payouts are. */
export function BatchPage() {
  const { id = '' } = useParams({ strict: false })
  const batch = useRecord(
    'payouts.batch',
    id,
    (signal) => body(api.GET('/v1/payouts/batches/{id}', { params: { path: { id } }, signal })),
    isMoving,
  )
  return <Loaded query={batch}>{(found) => <Record batch={found} />}</Loaded>
}

function Record({ batch }: { batch: BatchRecord }) {
  const t = useT('kit', 'payoutBatches')
  const language = useLanguage()
  const planned = batch.planned_at !== null
  const moments = (
    <Moments title={t('payoutBatches.record.timeline')} moments={batch.timeline} word={momentWord(t)} />
  )
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('payoutBatches.title'), to: BATCHES_PATH }, { label: batch.name }]}
          title={batch.name}
          status={<StatusWord values={BATCH_STATUSES} value={batch.status} text={{ t, language }} />}
          subtitle={t('payoutBatches.record.brought', {
            by: batch.actor,
            at: formatTime(batch.created_at, language),
          })}
          company={batch.company_id}
          actions={<Acts batch={batch} />}
        />
      }
      situation={<Situation batch={batch} />}
      main={
        <>
          {planned && <Figures batch={batch} />}
          {planned && <Exceptions batch={batch} />}
          {batch.status === 'planned' && moments}
        </>
      }
      side={<>{batch.status === 'planned' ? <Decision batch={batch} /> : moments}</>}
      sideFirst={batch.status === 'planned'}
      tabs={[
        ...(planned
          ? [
              {
                key: 'lines',
                label: t('payoutBatches.record.lines'),
                content: (
                  <Card title={t('payoutBatches.record.lines')} flush>
                    <Lines batch={batch} label={t('payoutBatches.record.lines')} />
                  </Card>
                ),
              },
              ...(FORECAST.has(batch.status)
                ? [
                    {
                      key: 'forecast',
                      label: t('payoutBatches.record.forecast'),
                      content: <BatchForecast batch={batch.id} planned={batch.status === 'planned'} />,
                    },
                  ]
                : []),
              { key: 'seal', label: t('payoutBatches.record.seal'), content: <Seal batch={batch} /> },
              { key: 'files', label: t('payoutBatches.record.files'), content: <Files batch={batch} /> },
            ]
          : []),
        trailTab(t, 'payout-batches', batch.id),
      ]}
      raw={batch}
    />
  )
}

function Acts({ batch }: { batch: BatchRecord }) {
  const { id, status, turned, good, progress, stopped, to_send_again } = batch
  const t = useT('payoutBatches')
  const icon = { size: 18, strokeWidth: 1.75 }
  const button = (what: 'pause' | 'resume' | 'stop' | 'cancel' | 'again', glyph: React.ReactNode) => (
    <CommandButton
      dialog={acts}
      given={{ id, what }}
      permissions={MAY_PAY}
      variant={what === 'again' || what === 'resume' ? 'primary' : 'secondary'}
      icon={glyph}
    >
      {t(`payoutBatches.${what}.open`)}
    </CommandButton>
  )
  const left = turned < good
  // Of what became payments, whatever the bank was not asked for is stopped too.
  const stoppable = left || progress.waiting > 0
  return (
    <>
      {(status === 'authorised' || status === 'running') &&
        left &&
        !stopped &&
        button('pause', <CirclePause {...icon} />)}
      {status === 'paused' && !stopped && button('resume', <CirclePlay {...icon} />)}
      {['authorised', 'running', 'paused'].includes(status) &&
        stoppable &&
        !stopped &&
        button('stop', <CircleStop {...icon} />)}
      {(status === 'received' || status === 'planned') && button('cancel', <Ban {...icon} />)}
      {to_send_again > 0 && button('again', <RotateCcw {...icon} />)}
    </>
  )
}

/** What is signed, in whole: root, hash of the plan, and the file it came from. */
function Seal({ batch }: { batch: BatchRecord }) {
  const t = useT('payoutBatches')
  const language = useLanguage()
  const hash = (value: string | null) => value && <code className={styles.hash}>{value}</code>
  return (
    <Card title={t('payoutBatches.record.sealed')}>
      <p className={styles.signed}>{t('payoutBatches.record.sealed_text')}</p>
      <Facts
        facts={[
          { label: t('payoutBatches.record.root'), value: hash(batch.root) },
          { label: t('payoutBatches.record.plan_hash'), value: hash(batch.plan_hash) },
          { label: t('payoutBatches.record.sha256'), value: hash(batch.sha256) },
          { label: t('payoutBatches.mapping.used'), value: batch.mapping },
          { label: t('payoutBatches.column.authorised_by'), value: batch.authorised_by },
          {
            label: t('payoutBatches.column.authorised_at'),
            value: batch.authorised_at && formatTime(batch.authorised_at, language, { time: 'seconds' }),
          },
        ]}
      />
    </Card>
  )
}

function Files({ batch }: { batch: BatchRecord }) {
  const t = useT('payoutBatches')
  const language = useLanguage()
  const kinds = batch.bad > 0 ? (['result', 'errors'] as const) : (['result'] as const)
  return (
    <Card title={t('payoutBatches.record.files')}>
      {kinds.map((kind) => (
        <div key={kind} className={styles.file}>
          <span>
            <strong>{t(`payoutBatches.record.${kind}`)}</strong>
            <span className={styles.under}>{t(`payoutBatches.record.${kind}_text`)}</span>
          </span>
          <DownloadButton
            variant="secondary"
            icon={<Download size={18} strokeWidth={1.75} />}
            get={() =>
              answer(
                api.GET('/v1/payouts/batches/{id}/file', {
                  params: { path: { id: batch.id }, query: { kind, locale: language } },
                  parseAs: 'blob',
                }),
              )
            }
          >
            {t('payoutBatches.record.download')}
          </DownloadButton>
        </div>
      ))}
    </Card>
  )
}
