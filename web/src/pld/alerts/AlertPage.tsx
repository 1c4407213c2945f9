import { Link, useParams } from '@tanstack/react-router'
import { EyeOff } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { BarChart } from '../../kit/chart/BarChart'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import {
  formatDay,
  formatDocument,
  formatMoney,
  formatMonth,
  formatNumber,
  formatTime,
} from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Money } from '../../kit/Money'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { Timeline } from '../../kit/record/Timeline'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Badge } from '../../ui/Badge'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { NoAccess } from '../PldTabs'
import {
  ALERT_STATUSES,
  ALERTS_PATH,
  type Alert,
  alertName,
  alertPath,
  CASE_STATES,
  casePath,
  MAY_ALERTS,
  MAY_CASES,
  ruleName,
  rulePath,
  SEE_ALERTS,
  SEVERITIES,
  wordOf,
} from '../pld'
import styles from '../pld.module.css'
import { WhyTable } from '../WhyTable'
import { moneyTrailTab } from './moneyTrailTab'

const acts = lazyDialog(() => import('./alertActs'))

/** One alert: why it fired, what made the number, and what becomes of it. */
export function AlertPage() {
  return may(SEE_ALERTS) ? <Asked /> : <NoAccess />
}

function Asked() {
  const { id = '' } = useParams({ strict: false })
  const alert = useRecord(
    'pld.alerts',
    id,
    (signal) => body(api.GET('/v1/pld-engine/alerts/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={alert}>{(found) => <Found record={found} />}</Loaded>
}

function Found({ record }: { record: Alert }) {
  const t = useT('kit', 'pld')
  const language = useLanguage()
  const text = { t, language }
  const { alert } = record
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('pld.alerts.title'), to: ALERTS_PATH }, { label: alertName(alert.number) }]}
          title={record.rule_name}
          status={
            <>
              <StatusWord values={SEVERITIES} value={alert.severity} text={text} />
              <StatusWord values={ALERT_STATUSES} value={alert.status} text={text} />
              <Badge tone="secondary">
                <EyeOff size={14} strokeWidth={1.75} aria-hidden /> {t('pld.alert.must_not_know')}
              </Badge>
            </>
          }
          subtitle={[
            alert.name,
            formatDocument(record.document),
            `${ruleName(record.rule_number)} v${record.version}`,
            record.typologies.length > 0 && t('pld.rule.codes', { codes: record.typologies.join(', ') }),
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      }
      situation={
        <>
          {record.days_left !== null && record.days_left < 0 && (
            <Banner tone="error">{t('pld.alert.overdue', { count: -record.days_left })}</Banner>
          )}
          {record.snoozed_until && (
            <Banner
              tone="info"
              action={
                <CommandButton
                  dialog={acts}
                  given={{ alert, cases: record.open_cases, what: 'end_snooze' }}
                  permissions={MAY_ALERTS}
                  anyMerchant
                  variant="secondary"
                >
                  {t('pld.acts.end_snooze')}
                </CommandButton>
              }
            >
              {t('pld.alert.snoozed', {
                until: formatTime(record.snoozed_until, language),
                count: record.muted,
              })}
            </Banner>
          )}
        </>
      }
      main={
        <>
          <Card title={t('pld.why.title')} flush>
            <WhyTable why={record.why} currency={alert.amount.currency} />
          </Card>
          <Past record={record} />
          <Triggers record={record} />
          <Card title={t('pld.alert.steps')}>
            <Timeline
              items={record.steps.toReversed().map(({ n, at, actor, kind, body: words }) => ({
                key: String(n),
                at,
                title: wordOf(t, 'step', kind),
                note:
                  kind === 'assigned' && words === actor ? actor : [words, actor].filter(Boolean).join(' · '),
              }))}
            />
          </Card>
        </>
      }
      side={<Side record={record} />}
      sideFirst
      tabs={[moneyTrailTab(t, 'alerts', alert.id), trailTab(t, 'pld-alerts', alert.id)]}
    />
  )
}

function Past({ record: { days, months, peers, alert } }: { record: Alert }) {
  const t = useT('pld')
  const language = useLanguage()
  const currency = alert.amount.currency
  const money = (amount: number) => formatMoney({ amount, currency }, language)
  const bars = (flows: Alert['days'], label: (since: string) => string) =>
    flows.map(({ since, come_in, go_out }) => ({
      key: since,
      label: label(since),
      value: come_in.amount,
      part: Math.min(come_in.amount, go_out.amount),
    }))
  return (
    <div className={styles.sides}>
      <Card title={t('pld.alert.days')}>
        <BarChart
          label={t('pld.alert.days')}
          height={160}
          // Fourteen days are of one year; on a phone there is no room for it.
          bars={bars(days, (since) => formatDay(since, language).replace(/[ /]\d{4}$/, ''))}
          tooltip={(bar) => {
            const found = days.find(({ since }) => since === bar.key)
            return [
              t('pld.alert.in', { amount: money(found?.come_in.amount ?? 0) }),
              t('pld.alert.out', { amount: money(found?.go_out.amount ?? 0) }),
            ]
          }}
          edge={(value) => formatNumber(Math.round(value / 100), language)}
        />
        <p className={styles.quiet}>{t('pld.alert.bars')}</p>
      </Card>
      <Card title={t('pld.alert.months')}>
        <BarChart
          label={t('pld.alert.months')}
          height={160}
          bars={bars(months, (since) => formatMonth(since.slice(0, 7), language).slice(0, 3))}
          tooltip={(bar) => {
            const found = months.find(({ since }) => since === bar.key)
            return [
              t('pld.alert.in', { amount: money(found?.come_in.amount ?? 0) }),
              t('pld.alert.out', { amount: money(found?.go_out.amount ?? 0) }),
              t('pld.alert.count', { count: found?.count ?? 0 }),
            ]
          }}
          edge={(value) => formatNumber(Math.round(value / 100), language)}
        />
        {peers && (
          <p className={styles.quiet}>
            {t('pld.alert.peers', {
              place: formatNumber(peers.place, language),
              of: formatNumber(peers.of, language),
              own: formatMoney(peers.own, language),
              median: formatMoney(peers.median, language),
            })}
          </p>
        )}
      </Card>
    </div>
  )
}

function Triggers({ record }: { record: Alert }) {
  const t = useT('pld')
  return (
    <Card title={t('pld.alert.triggers', { count: record.alert.triggers })} flush>
      <MiniTable
        label={t('pld.alert.triggers', { count: record.alert.triggers })}
        columns={[
          { key: 'at', title: t('pld.column.at') },
          { key: 'direction', title: t('pld.column.direction') },
          // The one side is the alert's own subject.
          {
            key: 'other',
            title: t(record.alert.target === 'merchant' ? 'pld.column.counterparty' : 'pld.column.merchant'),
            wide: true,
          },
          { key: 'amount', title: t('pld.column.amount'), end: true },
        ]}
        rows={record.triggers.map((each) => ({
          key: each.movement,
          cells: [
            <DateTime key="at" at={each.at} />,
            t(`pld.kind.${each.kind}`),
            record.alert.target === 'merchant'
              ? each.counterparty
                ? formatDocument(each.counterparty)
                : '—'
              : each.merchant,
            <Money key="amount" value={each.amount} />,
          ],
        }))}
        most={100}
      />
    </Card>
  )
}

function Side({ record }: { record: Alert }) {
  const t = useT('pld')
  const language = useLanguage()
  const { alert } = record
  return (
    <>
      <Decide record={record} />
      <Card title={t('pld.alert.clock')}>
        <Facts
          facts={[
            { label: t('pld.column.first_at'), value: formatTime(alert.first_at, language), wide: true },
            {
              label: t('pld.column.selection_due'),
              value: [
                formatDay(alert.selection_due, language),
                record.days_left !== null &&
                  record.days_left >= 0 &&
                  t('pld.alert.left', { count: record.days_left }),
              ]
                .filter(Boolean)
                .join(' · '),
              wide: true,
            },
            { label: t('pld.column.norm'), value: record.norm, wide: true },
          ]}
        />
      </Card>
      <Card title={t('pld.alert.subject')}>
        <Facts
          facts={[
            {
              label: t('pld.column.rule'),
              value: <Link to={rulePath(alert.rule_id)}>{ruleName(record.rule_number)}</Link>,
            },
            { label: t('pld.column.amount'), value: <Money value={alert.amount} /> },
            { label: t('pld.column.muted'), value: formatNumber(record.muted, language) },
            { label: t('pld.alert.kind'), value: wordOf(t, 'subject_kind', alert.target) },
          ]}
        />
        <Others record={record} />
      </Card>
    </>
  )
}

function Decide({ record }: { record: Alert }) {
  const t = useT('pld')
  const { alert, open_cases: cases } = record
  const given = { alert, cases }
  const shared = { permissions: MAY_ALERTS, anyMerchant: true, variant: 'secondary' } as const
  const open = alert.status === 'triggered' || alert.status === 'under_review'
  if (open && !may(MAY_CASES) && !may(MAY_ALERTS)) return null
  const rest = [
    'dismiss',
    'clear',
    alert.status === 'triggered' ? 'take' : 'assign',
    'note',
    'snooze',
  ] as const
  return (
    <Card title={t('pld.alert.decide')}>
      <div className={styles.acts}>
        {open ? (
          <>
            <CommandButton
              dialog={acts}
              given={{ ...given, what: 'escalate' }}
              permissions={MAY_CASES}
              anyMerchant
            >
              {t('pld.acts.escalate')}
            </CommandButton>
            {cases.length > 0 && (
              <CommandButton
                {...shared}
                dialog={acts}
                given={{ ...given, what: 'merge' }}
                permissions={MAY_CASES}
              >
                {t('pld.acts.merge')}
              </CommandButton>
            )}
            {rest.map((what) => (
              <CommandButton key={what} {...shared} dialog={acts} given={{ ...given, what }}>
                {t(`pld.acts.${what}`)}
              </CommandButton>
            ))}
          </>
        ) : (
          <>
            <Facts
              facts={
                alert.case_id
                  ? [
                      {
                        label: t('pld.column.case'),
                        value: <Link to={casePath(alert.case_id)}>{record.case_protocol}</Link>,
                        wide: true,
                      },
                    ]
                  : [
                      { label: t('pld.column.decided_by'), value: alert.decided_by, wide: true },
                      {
                        label: t('pld.column.reason'),
                        value: alert.reason && wordOf(t, 'reason', alert.reason),
                        wide: true,
                      },
                      { label: t('pld.column.text'), value: alert.reason_text, wide: true },
                    ]
              }
            />
            <CommandButton {...shared} dialog={acts} given={{ ...given, what: 'note' }}>
              {t('pld.acts.note')}
            </CommandButton>
          </>
        )}
        {record.assignee && (
          <p className={styles.quiet}>{t('pld.alert.assigned', { email: record.assignee })}</p>
        )}
      </div>
    </Card>
  )
}

function Others({ record }: { record: Alert }) {
  const t = useT('pld')
  const language = useLanguage()
  const text = { t, language }
  return (
    <>
      {record.others.length > 0 && (
        <>
          <h3 className={styles.others}>{t('pld.alert.others')}</h3>
          <ul className={styles.plain}>
            {record.others.map((each) => (
              <li key={each.id}>
                <Link to={alertPath(each.id)}>
                  {alertName(each.number)} · {each.rule}
                </Link>
                <StatusWord values={ALERT_STATUSES} value={each.status} text={text} />
              </li>
            ))}
          </ul>
        </>
      )}
      {record.similar.length > 0 && (
        <>
          <h3 className={styles.others}>{t('pld.alert.similar')}</h3>
          <ul className={styles.plain}>
            {record.similar.map((each) => (
              <li key={each.id}>
                <Link to={casePath(each.id)}>{each.protocol}</Link>
                {each.decision ? (
                  wordOf(t, 'proposal', each.decision)
                ) : (
                  <StatusWord values={CASE_STATES} value={each.state} text={text} />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
