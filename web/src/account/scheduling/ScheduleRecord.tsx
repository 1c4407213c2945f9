import { Link, useParams } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { api, body } from '../../app/api'
import { textOf } from '../../app/errors'
import { useLanguage, useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatAmount, formatDay } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Card } from '../../ui/Card'
import { NextRuns } from './NextRuns'
import {
  amountOf,
  MAY_SCHEDULE,
  RUN_STATES,
  type Run,
  rhythmOf,
  SCHEDULE_STATUSES,
  SCHEDULES_PATH,
  type ScheduleRecord,
  transferPath,
} from './schedule'

const edit = lazyDialog(() => import('./commands/ScheduleForm'), { size: 'large' })
const acts = lazyDialog(() => import('./commands/acts'))

/** One schedule: what it means, what comes next, and what became of every run. */
export function SchedulePage() {
  const { id = '' } = useParams({ strict: false })
  const schedule = useRecord(
    'account.schedule',
    id,
    (signal) => body(api.GET('/v1/account/schedules/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={schedule}>{(found) => <Record schedule={found} />}</Loaded>
}

function Record({ schedule }: { schedule: ScheduleRecord }) {
  const t = useT('kit', 'deposits')
  const language = useLanguage()
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('deposits.schedule.title'), to: SCHEDULES_PATH }, { label: schedule.name }]}
          title={schedule.name}
          status={<StatusWord values={SCHEDULE_STATUSES} value={schedule.status} text={{ t, language }} />}
          subtitle={`${amountOf(t, language, schedule.amount, schedule.keep)}, ${rhythmOf(t, schedule)}`}
          actions={<Actions schedule={schedule} />}
        />
      }
      main={
        <>
          <Known schedule={schedule} />
          {schedule.runs.length > 0 && <Runs runs={schedule.runs} />}
        </>
      }
      side={
        <Card title={t('deposits.schedule.preview')}>
          <NextRuns runs={schedule.next_runs} zone={schedule.time_zone} />
        </Card>
      }
      sideFirst
      tabs={[trailTab(t, 'schedules', schedule.id)]}
      raw={schedule}
    />
  )
}

const ACTIONS = {
  active: ['end', 'pause', 'skip', 'run'],
  paused: ['end', 'run', 'resume'],
} as const

function Actions({ schedule }: { schedule: ScheduleRecord }) {
  const t = useT('deposits')
  const { status } = schedule
  if (status !== 'active' && status !== 'paused') return null
  return (
    <>
      {ACTIONS[status].map((action) => (
        <CommandButton
          key={action}
          dialog={acts}
          given={{ schedule, what: action }}
          permissions={MAY_SCHEDULE}
          variant="secondary"
        >
          {t(`deposits.schedule.${action}.open`)}
        </CommandButton>
      ))}
      <CommandButton
        dialog={edit}
        given={{ schedule }}
        permissions={MAY_SCHEDULE}
        icon={<Pencil size={18} strokeWidth={1.75} />}
      >
        {t('deposits.schedule.edit.open')}
      </CommandButton>
    </>
  )
}

function Known({ schedule }: { schedule: ScheduleRecord }) {
  const t = useT('deposits')
  const language = useLanguage()
  const { starts_on, ends_on, rule, time_zone, destination } = schedule
  return (
    <Card title={t('deposits.schedule.card')}>
      <Facts
        facts={[
          {
            label: t('deposits.schedule.column.amount'),
            value: amountOf(t, language, schedule.amount, schedule.keep),
          },
          { label: t('deposits.schedule.column.destination'), value: destination },
          { label: t('deposits.schedule.column.frequency'), value: rhythmOf(t, schedule) },
          { label: t('deposits.schedule.column.time_zone'), value: time_zone },
          { label: t('deposits.schedule.column.rule'), value: t(`deposits.schedule.rule.${rule}`) },
          { label: t('deposits.schedule.column.starts_on'), value: formatDay(starts_on, language) },
          { label: t('deposits.schedule.column.ends_on'), value: ends_on && formatDay(ends_on, language) },
          {
            label: t('deposits.schedule.column.created_at'),
            value: <DateTime at={schedule.created_at} year="always" />,
          },
        ]}
      />
    </Card>
  )
}

/** Every run, the newest first, and the withdrawal that it asked for. */
function Runs({ runs }: { runs: readonly Run[] }) {
  const t = useT('common', 'deposits')
  const language = useLanguage()
  return (
    <Card title={t('deposits.schedule.runs')} flush>
      <MiniTable
        label={t('deposits.schedule.runs')}
        columns={[
          { key: 'at', title: t('deposits.schedule.planned_for') },
          { key: 'ran', title: t('deposits.schedule.ran_at') },
          { key: 'state', title: t('deposits.schedule.column.last_result') },
          { key: 'why', title: t('deposits.schedule.outcome') },
          { key: 'amount', title: t('deposits.schedule.column.amount'), end: true },
        ]}
        rows={runs.map((run) => ({
          key: run.id,
          cells: [
            <DateTime key="at" at={run.planned_for} />,
            <DateTime key="ran" at={run.at} />,
            <StatusWord key="state" values={RUN_STATES} value={run.state} text={{ t, language }} />,
            <Outcome key="why" run={run} />,
            run.amount ? formatAmount(run.amount, language) : '—',
          ],
        }))}
      />
    </Card>
  )
}

function Outcome({ run: { payout_id, reason, by_hand } }: { run: Run }) {
  const t = useT('common', 'deposits')
  if (payout_id) {
    return (
      <Link to={transferPath(payout_id)}>
        {t(by_hand ? 'deposits.schedule.to_transfer_by_hand' : 'deposits.schedule.to_transfer')}
      </Link>
    )
  }
  return reason ? textOf(t, reason) : '—'
}
