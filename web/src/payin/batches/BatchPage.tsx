import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Ban, CircleAlert, Download, PencilLine, TriangleAlert } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { save } from '../../kit/export/save'
import { formatAmount, formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Money } from '../../kit/Money'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { BATCHES_PATH, LIST_PATH, MAY_CHARGE, recordPath } from '../charge'
import { outageWords } from '../outage'
import situation from '../record/Situation.module.css'
import { BATCH_STATUSES, type BatchRecord, NEW_BATCH_PATH } from './batch'
import { draft } from './draft'

const acts = lazyDialog(() => import('./acts'))
const reviseBatch = lazyDialog(() => import('./ReviseBatch'))

const isMoving = ({ status }: BatchRecord) => status === 'sending' || status === 'processing'

/** One batch: how far it is, what was paid of it, and which lines came back. */
export function BatchPage() {
  const { id = '' } = useParams({ strict: false })
  const batch = useRecord(
    'payin.batch',
    id,
    (signal) => body(api.GET('/v1/payin/batches/{id}', { params: { path: { id } }, signal })),
    isMoving,
  )
  return <Loaded query={batch}>{(found) => <Record batch={found} />}</Loaded>
}

function Record({ batch }: { batch: BatchRecord }) {
  const t = useT('kit', 'payin')
  const language = useLanguage()
  const number = (value: number) => formatNumber(value, language)
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('payin.batches.title'), to: BATCHES_PATH }, { label: batch.description }]}
          title={batch.description}
          subtitle={
            batch.made > 0 && (
              <Link to={LIST_PATH} search={{ batch: batch.id, period: 'all' }}>
                {t('payin.batches.charges')}
              </Link>
            )
          }
          company={batch.company_id}
          status={<StatusWord values={BATCH_STATUSES} value={batch.status} text={{ t, language }} />}
          actions={
            batch.status === 'done' &&
            batch.open > 0 && (
              // Without a primary one the first is the main one on a phone.
              <>
                <CommandButton
                  dialog={reviseBatch}
                  given={{ id: batch.id, open: batch.open }}
                  permissions={MAY_CHARGE}
                  variant="secondary"
                  icon={<PencilLine size={18} strokeWidth={1.75} />}
                >
                  {t('payin.batches.revise.open')}
                </CommandButton>
                <CommandButton
                  dialog={acts}
                  given={{ id: batch.id, open: batch.open, what: 'cancel' }}
                  permissions={MAY_CHARGE}
                  variant="secondary"
                  icon={<Ban size={18} strokeWidth={1.75} />}
                >
                  {t('payin.batches.cancel.open')}
                </CommandButton>
              </>
            )
          }
        />
      }
      situation={<Situation batch={batch} />}
      main={
        <>
          <Card title={t('payin.batches.card')}>
            <progress
              className={situation.progress}
              max={batch.total}
              value={batch.made + batch.denied}
              aria-label={t('payin.batches.progress')}
            />
            <Facts
              facts={[
                { label: t('payin.batches.lines'), value: number(batch.total) },
                { label: t('payin.batches.made'), value: number(batch.made) },
                { label: t('payin.batches.denied'), value: number(batch.denied) },
                { label: t('payin.column.amount'), value: <Money value={batch.amount} /> },
                { label: t('payin.batches.paid'), value: number(batch.paid) },
                { label: t('payin.batches.open'), value: number(batch.open) },
                { label: t('payin.sum.received'), value: <Money value={batch.received} /> },
                {
                  label: t('payin.codes.created_at'),
                  value: <DateTime at={batch.created_at} year="always" />,
                },
                {
                  label: t('payin.batches.finished_at'),
                  value: batch.finished_at && <DateTime at={batch.finished_at} year="always" />,
                },
              ]}
            />
          </Card>
          {batch.denied > 0 && <Denied batch={batch} />}
        </>
      }
      tabs={[trailTab(t, 'batches', batch.id)]}
      raw={batch}
    />
  )
}

function Situation({ batch: { status, last_error: error } }: { batch: BatchRecord }) {
  const t = useT('payin')
  const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }
  if (!error) return null
  return (
    <div className={situation.situation}>
      {status === 'failed' ? (
        <Banner tone="error" icon={<CircleAlert {...icon} />}>
          <strong>{t('payin.batches.refused')}</strong>
          <p className={situation.said}>{outageWords(t, error)}</p>
        </Banner>
      ) : (
        <Banner tone="awaiting" icon={<TriangleAlert {...icon} />}>
          <strong>{t('payin.situation.waiting')}</strong>
          <p className={situation.said}>{outageWords(t, error)}</p>
          <p>{t('payin.situation.waiting_next')}</p>
        </Banner>
      )}
    </div>
  )
}

/** The lines that the provider refused, with the way to correct and send them again. */
function Denied({ batch }: { batch: BatchRecord }) {
  const t = useT('payin')
  const language = useLanguage()
  const navigate = useNavigate()
  const icon = { size: 18, strokeWidth: 1.75 }
  return (
    <Card
      title={t('payin.batches.denied_title')}
      flush
      actions={
        <>
          <Button
            variant="secondary"
            size="small"
            icon={<Download {...icon} />}
            onClick={() =>
              save(
                new Blob(['\ufeff', batch.denied_text], { type: 'text/csv' }),
                t('payin.batches.file', { name: batch.description }),
              )
            }
          >
            {t('payin.batches.download')}
          </Button>
          <Button
            size="small"
            icon={<PencilLine {...icon} />}
            onClick={() => {
              draft.set({ text: batch.denied_text })
              void navigate({ to: NEW_BATCH_PATH })
            }}
          >
            {t('payin.batches.again')}
          </Button>
        </>
      }
    >
      <MiniTable
        label={t('payin.batches.denied_title')}
        columns={[
          { key: 'number', title: t('payin.batches.line') },
          { key: 'name', title: t('payin.column.payer_name') },
          { key: 'amount', title: t('payin.column.amount'), end: true },
          { key: 'problem', title: t('payin.batches.told') },
        ]}
        rows={batch.denied_lines.map(({ charge_id, number, name, amount, problem }) => ({
          key: charge_id,
          cells: [
            <Link key="number" to={recordPath(charge_id)}>
              {formatNumber(number, language)}
            </Link>,
            name,
            formatAmount(amount, language),
            <span key="problem" className={situation.said}>
              {problem}
            </span>,
          ],
        }))}
      />
    </Card>
  )
}
