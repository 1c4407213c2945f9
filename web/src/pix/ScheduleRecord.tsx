import { Link, useParams } from '@tanstack/react-router'
import { Ban, RotateCw, TriangleAlert, Undo2 } from 'lucide-react'
import { api, body } from '../app/api'
import { useLanguage, useT } from '../app/i18n'
import { CopyText } from '../kit/CopyText'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import { DateTime } from '../kit/DateTime'
import { formatDay, formatDocument } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { Money } from '../kit/Money'
import { Facts } from '../kit/record/Facts'
import { Journals } from '../kit/record/Journals'
import { Loaded } from '../kit/record/Loaded'
import { RecordHeader } from '../kit/record/RecordHeader'
import { RecordPage } from '../kit/record/RecordPage'
import { trailTab } from '../kit/record/trailTab'
import { useRecord } from '../kit/record/useRecord'
import { MAY_REFUND } from '../payin/charge'
import { outageWords } from '../payin/outage'
import { Messages } from '../payin/record/Messages'
import { Refunds } from '../payin/record/Refunds'
import { RefundsAsked } from '../payin/record/RefundsAsked'
import { Shares } from '../payin/record/Shares'
import { Banner } from '../ui/Banner'
import { Card } from '../ui/Card'
import { Code } from './Code'
import { History } from './History'
import {
  CHARGE_STATUSES,
  MAY_SCHEDULE,
  recurrencePath,
  SCHEDULES_PATH,
  type ScheduleRecord,
  wordOf,
} from './pix'
import styles from './Schedules.module.css'
import { Attempts } from './tables'

const act = lazyDialog(() => import('./commands/acts'))
const OPEN = new Set(['created', 'pending', 'active'])

/** The charge of one cycle: its attempts, what became of them, and where the money went. */
export function SchedulePage() {
  const { id = '' } = useParams({ strict: false })
  const schedule = useRecord(
    'pix.charge',
    id,
    (signal) => body(api.GET('/v1/pix/charges/{id}', { params: { path: { id } }, signal })),
    ({ status, refunds }) =>
      OPEN.has(status) ||
      refunds.some((refund) => refund.status === 'requested' || refund.status === 'processing'),
  )
  return <Loaded query={schedule}>{(found) => <Record schedule={found} />}</Loaded>
}

function Record({ schedule }: { schedule: ScheduleRecord }) {
  const t = useT('kit', 'payin', 'pix')
  const language = useLanguage()
  const { amount, status, payer_name, due_on, tries_made, entries, refunds } = schedule
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('pix.schedules'), to: SCHEDULES_PATH }, { label: schedule.contract }]}
          title={<Money value={amount} />}
          status={<StatusWord values={CHARGE_STATUSES} value={status} text={{ t, language }} />}
          subtitle={t('pix.due', { payer: payer_name, day: formatDay(due_on, language) })}
          company={schedule.company_id}
          actions={<Actions schedule={schedule} />}
        />
      }
      situation={<Situation schedule={schedule} />}
      main={
        <>
          <Known schedule={schedule} />
          {tries_made.length > 0 && <Attempts attempts={tries_made} />}
          {schedule.split.length > 0 && <Shares charge={{ ...schedule, payments: [] }} />}
          {refunds.length > 0 && <Refunds refunds={refunds} />}
          {entries.length > 0 && <Journals entries={entries} />}
        </>
      }
      side={<History timeline={schedule.timeline} />}
      tabs={[
        {
          key: 'messages',
          label: t('pix.card.messages'),
          content: (
            <Messages
              of={schedule}
              archive={(asked) => body(api.GET('/v1/pix/charges/{id}/archived-messages', asked))}
            />
          ),
        },
        trailTab(t, 'recurring-charges', schedule.id),
      ]}
      raw={schedule}
    />
  )
}

function Actions({ schedule }: { schedule: ScheduleRecord }) {
  const t = useT('pix')
  const { id, cancellable, cancel_requested, retries_left, next_attempt, retry_on, refundable } = schedule
  const icon = { size: 18, strokeWidth: 1.75 }
  return (
    <>
      {cancellable && !cancel_requested && (
        <CommandButton
          dialog={act}
          given={{ id, what: 'charge_cancel' }}
          permissions={MAY_SCHEDULE}
          variant="secondary"
          icon={<Ban {...icon} />}
        >
          {t('pix.charge_cancel.open')}
        </CommandButton>
      )}
      {retries_left > 0 && next_attempt === null && retry_on === null && (
        <CommandButton
          dialog={act}
          given={{ id, what: 'retry' }}
          permissions={MAY_SCHEDULE}
          icon={<RotateCw {...icon} />}
        >
          {t('pix.retry.open')}
        </CommandButton>
      )}
      {refundable.amount > 0 && (
        <CommandButton
          dialog={act}
          given={{ id, what: 'refund', initial: { amount: refundable.amount } }}
          permissions={MAY_REFUND}
          variant="secondary"
          icon={<Undo2 {...icon} />}
        >
          {t('pix.refund.open')}
        </CommandButton>
      )}
    </>
  )
}

/** Why the money did not come, and what to do. */
function Situation({ schedule }: { schedule: ScheduleRecord }) {
  const t = useT('payin', 'pix')
  const { status, end_code, tries_made, last_error } = schedule
  const refused = tries_made.at(-1)?.status === 'rejected' ? tries_made.at(-1)?.code : null
  const code = end_code ?? (status === 'active' ? refused : null)
  const asked = schedule.refund_requests
  const stopped = status !== 'paid' && (code || last_error)
  if (!stopped && asked.length === 0) return null
  return (
    <div className={styles.situation}>
      <RefundsAsked requests={asked} />
      {stopped && (
        <Banner tone="atention" icon={<TriangleAlert size={18} strokeWidth={1.75} aria-hidden />}>
          <strong>{code ? wordOf(t, 'codes.cause', code) : outageWords(t, last_error ?? '')}</strong>
          {code && <p className={styles.advice}>{wordOf(t, 'codes.advice', code)}</p>}
        </Banner>
      )}
    </div>
  )
}

function Known({ schedule }: { schedule: ScheduleRecord }) {
  const t = useT('pix')
  const language = useLanguage()
  const { next_attempt, end_to_end_id, paid_at, end_code, ended_by, info } = schedule
  return (
    <Card title={t('pix.card.charge')}>
      <Facts
        facts={[
          {
            label: t('pix.column.contract'),
            value: <Link to={recurrencePath(schedule.recurrence_id)}>{schedule.contract}</Link>,
          },
          { label: t('pix.column.payer_document'), value: formatDocument(schedule.payer_document) },
          { label: t('pix.column.cycle'), value: schedule.cycle + 1 },
          { label: t('pix.column.due_on'), value: formatDay(schedule.due_on, language) },
          {
            label: t('pix.column.adjusts'),
            value: t(schedule.adjusts ? 'pix.next_business_day' : 'pix.same_day'),
          },
          { label: t('pix.column.next_attempt'), value: next_attempt && formatDay(next_attempt, language) },
          { label: t('pix.column.paid_at'), value: paid_at && <DateTime at={paid_at} year="always" /> },
          { label: t('pix.column.fee'), value: paid_at && <Money value={schedule.fee} /> },
          { label: t('pix.column.made'), value: t(schedule.by_hand ? 'pix.by_hand' : 'pix.by_itself') },
          { label: t('pix.column.retries_left'), value: schedule.retries_left },
          ...(info ? [{ label: t('pix.column.info'), value: info, wide: true }] : []),
          { label: t('pix.column.txid'), value: <CopyText text={schedule.txid} />, wide: true },
          {
            label: t('pix.column.end_to_end_id'),
            value: end_to_end_id && <CopyText text={end_to_end_id} />,
            wide: true,
          },
          ...(end_code
            ? [{ label: t('pix.column.end_code'), value: <Code code={end_code} />, wide: true }]
            : []),
          ...(ended_by ? [{ label: t('pix.column.ended_by'), value: wordOf(t, 'requester', ended_by) }] : []),
        ]}
      />
    </Card>
  )
}
