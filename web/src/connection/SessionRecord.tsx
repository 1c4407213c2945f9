import { Link, useParams } from '@tanstack/react-router'
import { api, body } from '../app/api'
import { useLanguage, useT } from '../app/i18n'
import { may } from '../app/permissions'
import { CopyText } from '../kit/CopyText'
import { BarChart } from '../kit/chart/BarChart'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import { DateTime } from '../kit/DateTime'
import { shortDuration } from '../kit/duration'
import { formatDay, formatNumber } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { Facts } from '../kit/record/Facts'
import { Loaded } from '../kit/record/Loaded'
import { MiniTable } from '../kit/record/MiniTable'
import { RecordHeader } from '../kit/record/RecordHeader'
import { RecordPage } from '../kit/record/RecordPage'
import { useRecord } from '../kit/record/useRecord'
import { Banner } from '../ui/Banner'
import { Card } from '../ui/Card'
import { EmptyState } from '../ui/EmptyState'
import styles from './SessionRecord.module.css'
import { endingOf, MAY_END, MAY_READ, SESSIONS_PATH, type Session, STATES, sessionPath } from './session'

const acts = lazyDialog(() => import('./sessionActs'))

/** One session: whose it is, from where, how long, and what stood beside it. */
export function SessionPage() {
  const t = useT('common')
  if (!may(MAY_READ)) {
    return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
  }
  return <Asked />
}

function Asked() {
  const { id = '' } = useParams({ strict: false })
  const session = useRecord(
    'audit.sessions',
    id,
    (signal) => body(api.GET('/v1/audit/sessions/{id}', { params: { path: { id } }, signal })),
    ({ state }) => state === 'open',
  )
  return <Loaded query={session}>{(found) => <Found session={found} />}</Loaded>
}

function Found({ session }: { session: Session }) {
  const t = useT('kit', 'connection')
  const language = useLanguage()
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('connection.title'), to: SESSIONS_PATH }, { label: session.person_name }]}
          title={session.person_name}
          status={<StatusWord values={STATES} value={session.state} text={{ t, language }} />}
          subtitle={[session.company_name, session.device, session.ip].filter(Boolean).join(' · ')}
          actions={
            session.state === 'open' && (
              <CommandButton
                dialog={acts}
                given={{ session, what: 'end' }}
                permissions={MAY_END}
                anyMerchant
                variant="secondary"
              >
                {t('connection.end.open')}
              </CommandButton>
            )
          }
        />
      }
      situation={session.overlaps && <Banner tone="awaiting">{t('connection.record.overlap')}</Banner>}
      main={
        <>
          <Card title={t('connection.record.facts')}>
            <Facts facts={useFacts(session)} />
          </Card>
          <Days session={session} />
        </>
      }
      side={<Beside session={session} />}
      raw={session}
    />
  )
}

function useFacts(session: Session) {
  const t = useT('connection')
  const language = useLanguage()
  const ending = endingOf(t, session.ending)
  return [
    { label: t('connection.column.person_email'), value: <CopyText text={session.person_email} /> },
    { label: t('connection.column.company_name'), value: session.company_name },
    { label: t('connection.column.began_at'), value: <DateTime at={session.began_at} /> },
    { label: t('connection.column.last_seen_at'), value: <DateTime at={session.last_seen_at} /> },
    {
      label: t('connection.column.ended_at'),
      value: session.ended_at ? <DateTime at={session.ended_at} /> : '—',
    },
    { label: t('connection.column.seconds'), value: shortDuration(session.seconds, language) },
    ...(ending ? [{ label: t('connection.column.ending'), value: ending }] : []),
    { label: t('connection.column.ip'), value: session.ip ?? '—' },
    { label: t('connection.column.device'), value: session.device || t('connection.record.unknown_device') },
    {
      label: t('connection.column.two_factor'),
      value: t(session.two_factor ? 'connection.yes' : 'connection.no'),
    },
    {
      label: t('connection.record.acts'),
      value: (
        <>
          {formatNumber(session.acts, language)}{' '}
          <Link to="/dashboard/audit/activity-log" search={{ actor: session.person_email }}>
            {t('connection.record.see_acts')}
          </Link>
        </>
      ),
    },
  ]
}

function Days({ session: { days } }: { session: Session }) {
  const t = useT('connection')
  const language = useLanguage()
  const total = days.reduce((sum, { seconds }) => sum + seconds, 0)
  return (
    <Card title={t('connection.record.days')}>
      <p>{t('connection.record.sum', { length: shortDuration(total, language) })}</p>
      <BarChart
        label={t('connection.record.picture')}
        height={120}
        edge={(hours) => `${formatNumber(hours, language)}\u00a0h`}
        bars={days.map(({ day, seconds }, place) => ({
          key: day,
          label: formatDay(day, language),
          value: seconds / 3_600,
          open: place === days.length - 1,
        }))}
        tooltip={({ key, value }) => [
          shortDuration(Math.round(value * 3_600), language),
          t('connection.record.day_tip', { count: days.find(({ day }) => day === key)?.sessions ?? 0 }),
        ]}
      />
      <p className={styles.note}>{t('connection.record.days_text')}</p>
    </Card>
  )
}

function Beside({ session: { beside } }: { session: Session }) {
  const t = useT('connection')
  const language = useLanguage()
  return (
    <Card title={t('connection.record.beside')} flush={beside.length > 0}>
      {beside.length === 0 ? (
        <p>{t('connection.record.none_beside')}</p>
      ) : (
        <MiniTable
          label={t('connection.record.beside')}
          columns={[
            { key: 'began_at', title: t('connection.column.began_at') },
            { key: 'ip', title: t('connection.column.ip') },
            { key: 'seconds', title: t('connection.column.seconds'), end: true },
          ]}
          rows={beside.map(({ id, began_at, ip, seconds }) => ({
            key: id,
            cells: [
              <Link key="began" to={sessionPath(id)}>
                <DateTime at={began_at} />
              </Link>,
              ip ?? '—',
              shortDuration(seconds, language),
            ],
          }))}
        />
      )}
    </Card>
  )
}
