import { Link, useParams } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { CopyText } from '../../kit/CopyText'
import { formatDay, formatNumber, formatPercent, formatTime } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Money } from '../../kit/Money'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { ConditionWords } from '../conditionWords'
import { NoAccess } from '../PldTabs'
import {
  BACKTEST_STATUSES,
  BACKTESTS_PATH,
  type Backtest,
  backtestName,
  casePath,
  ruleName,
  rulePath,
  SEE_RULES,
  valueText,
  type Why,
  wordOf,
} from '../pld'
import styles from '../pld.module.css'
import { Curve } from './Curve'

/** A version asked of the whole past: what it finds, what it loses, and what another threshold would find. */
export function BacktestPage() {
  return may(SEE_RULES) ? <Asked /> : <NoAccess />
}

function Asked() {
  const { id = '' } = useParams({ strict: false })
  const backtest = useRecord(
    'pld.backtests',
    id,
    (signal) => body(api.GET('/v1/pld-engine/backtests/{id}', { params: { path: { id } }, signal })),
    ({ status }) => status === 'asked',
  )
  return <Loaded query={backtest}>{(found) => <Found backtest={found} />}</Loaded>
}

function Found({ backtest }: { backtest: Backtest }) {
  const t = useT('kit', 'pld')
  const language = useLanguage()
  const { version, against, report, rule_number } = backtest
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[
            { label: t('pld.backtests.title'), to: BACKTESTS_PATH },
            { label: ruleName(rule_number), to: rulePath(backtest.rule_id) },
            { label: backtestName(backtest.number) },
          ]}
          title={
            against
              ? t('pld.backtest.against', { version: version.version, against: against.version })
              : t('pld.backtest.alone', { version: version.version })
          }
          status={<StatusWord values={BACKTEST_STATUSES} value={backtest.status} text={{ t, language }} />}
          subtitle={[
            version.name,
            backtest.movements !== null &&
              t('pld.backtest.read', {
                count: backtest.movements,
                movements: formatNumber(backtest.movements, language),
                seconds: formatNumber(Math.round((backtest.milliseconds ?? 0) / 100) / 10, language),
              }),
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      }
      situation={
        <>
          {backtest.status === 'asked' && <Banner tone="info">{t('pld.backtest.running')}</Banner>}
          {backtest.status === 'failed' && <Banner tone="error">{backtest.error}</Banner>}
          {report && report.lost.length > 0 && (
            <Banner tone="error">{t('pld.backtest.loses', { count: report.lost.length })}</Banner>
          )}
          {report && report.errors > 0 && (
            <Banner tone="error">{t('pld.backtest.errors', { count: report.errors })}</Banner>
          )}
        </>
      }
      main={
        <>
          <Changed backtest={backtest} />
          {report && <Episodes backtest={backtest} />}
          {report?.curve && (
            <Card title={t('pld.curve.title')}>
              <Curve curve={report.curve} currency={version.currency} />
            </Card>
          )}
          {report && <Lost backtest={backtest} />}
          <Largest backtest={backtest} />
        </>
      }
      side={
        <>
          {report && <Hours backtest={backtest} />}
          <Sealed backtest={backtest} />
        </>
      }
    />
  )
}

/** What the version says, and what of it is another than in the active one. */
function Changed({ backtest: { version, against } }: { backtest: Backtest }) {
  const t = useT('pld')
  const words = (line: string) => <ConditionWords line={line} currency={version.currency} />
  const before = against?.conditions ?? version.conditions
  const gone = before.filter((line) => !version.conditions.includes(line))
  return (
    <Card
      title={
        against
          ? t('pld.backtest.changed', {
              count: version.conditions.length,
              changed: version.conditions.filter((line) => !before.includes(line)).length,
            })
          : t('pld.rule.conditions')
      }
    >
      <p className={styles.diff}>
        {gone.map((line) => (
          <del key={line}>
            {line}
            {words(line)}
          </del>
        ))}
        {version.conditions.map((line) =>
          before.includes(line) ? (
            <span key={line}>
              {line}
              {words(line)}
            </span>
          ) : (
            <ins key={line}>
              {line}
              {words(line)}
            </ins>
          ),
        )}
      </p>
    </Card>
  )
}

function Episodes({ backtest }: { backtest: Backtest }) {
  const t = useT('pld')
  const sides = [
    { key: 'old', count: backtest.only_old ?? 0, look: styles.old },
    { key: 'both', count: backtest.in_both ?? 0, look: styles.both },
    { key: 'new', count: backtest.only_new ?? 0, look: styles.new },
  ] as const
  const found = sides.filter(({ count }) => count > 0)
  // A version that replaces none has no other side.
  const shown = backtest.against ? sides : sides.filter(({ key }) => key === 'new')
  const title = (key: 'old' | 'both' | 'new') =>
    backtest.against ? t(`pld.backtest.side_${key}`) : t('pld.column.episodes')
  return (
    <Card title={t('pld.backtest.episodes')}>
      {found.length === 0 && (
        <p className={styles.quiet}>
          {t(backtest.against ? 'pld.backtest.nothing' : 'pld.backtest.nothing_alone')}
        </p>
      )}
      {found.length > 0 && backtest.against && (
        <>
          <div className={styles.split} aria-hidden="true">
            {found.map(({ key, count, look }) => (
              <span key={key} className={look} style={{ flexGrow: count }}>
                {count}
              </span>
            ))}
          </div>
          <p className={styles.legend}>
            {sides.map(({ key, count, look }) => (
              <span key={key}>
                <i className={look} aria-hidden="true" />
                {t(`pld.backtest.side_${key}`)} {count}
              </span>
            ))}
          </p>
        </>
      )}
      <MiniTable
        label={t('pld.backtest.decided_as')}
        columns={[
          { key: 'decision', title: t('pld.backtest.decided_as'), wide: true },
          ...shown.map(({ key }) => ({ key, title: title(key), end: true })),
        ]}
        rows={(backtest.report?.decided ?? []).map((each) => ({
          key: each.decision,
          cells: [t(`pld.backtest.${each.decision}`), ...shown.map(({ key }) => each[key])],
        }))}
      />
    </Card>
  )
}

function whyText(why: readonly Why[], currency: string, text: Parameters<typeof valueText>[3]) {
  const missed = why.filter(({ held }) => held === false)
  return (missed.length ? missed : why)
    .map(({ feature, condition, value, unit }) =>
      feature
        ? `${wordOf(text.t, 'feature', feature)}: ${valueText(value, unit, currency, text)}`
        : condition,
    )
    .join(' · ')
}

function Lost({ backtest: { report, version } }: { backtest: Backtest }) {
  const t = useT('pld')
  const language = useLanguage()
  if (!report || report.lost.length === 0) return null
  return (
    <Card title={t('pld.lost.title', { count: report.lost.length })} flush>
      <MiniTable
        label={t('pld.lost.title', { count: report.lost.length })}
        columns={[
          { key: 'case', title: t('pld.column.case') },
          { key: 'name', title: t('pld.column.subject') },
          { key: 'why', title: t('pld.lost.why'), wide: true },
          { key: 'margin', title: t('pld.why.margin'), end: true },
          { key: 'seen', title: t('pld.lost.seen_by') },
        ]}
        rows={report.lost.map((each) => {
          const missed = each.why.find(({ held, margin }) => held === false && margin !== null)
          return {
            key: each.case_id,
            cells: [
              <Link key="case" to={casePath(each.case_id)}>
                {each.protocol}
              </Link>,
              each.name ?? '—',
              whyText(each.why, version.currency, { t, language }),
              <span key="margin" className={styles.missed}>
                {missed
                  ? valueText(missed.margin, missed.unit, version.currency, { t, language }, true)
                  : '—'}
              </span>,
              each.seen_by.length ? (
                each.seen_by.map(ruleName).join(', ')
              ) : (
                <strong key="none" className={styles.missed}>
                  {t('pld.lost.no_rule')}
                </strong>
              ),
            ],
          }
        })}
      />
    </Card>
  )
}

/** The largest episodes, those that only the new version finds first. */
function Largest({ backtest: { first, version, against } }: { backtest: Backtest }) {
  const t = useT('pld')
  const language = useLanguage()
  if (first.length === 0) return null
  const order = { new: 0, old: 1, both: 2 }
  const rows = first.toSorted((one, other) => order[one.side] - order[other.side])
  return (
    <Card title={t('pld.backtest.largest')} flush>
      <MiniTable
        label={t('pld.backtest.largest')}
        columns={[
          ...(against ? [{ key: 'side', title: t('pld.backtest.found_by') }] : []),
          { key: 'subject', title: t('pld.column.subject') },
          { key: 'when', title: t('pld.backtest.when') },
          { key: 'amount', title: t('pld.column.amount'), end: true },
          { key: 'why', title: t('pld.why.title'), wide: true },
        ]}
        rows={rows.map((each) => ({
          key: String(each.n),
          cells: [
            ...(against ? [t(`pld.backtest.side_${each.side}`)] : []),
            each.name ?? each.subject,
            formatDay(each.first_at.slice(0, 10), language),
            <Money key="amount" value={each.amount} bare />,
            whyText(each.why, version.currency, { t, language }),
          ],
        }))}
      />
    </Card>
  )
}

function Hours({ backtest }: { backtest: Backtest }) {
  const t = useT('pld')
  const language = useLanguage()
  const { report } = backtest
  if (!report) return null
  const hours = (episodes: number, minutes: number) =>
    t('pld.hours.value', { hours: formatNumber(Math.round((episodes * minutes) / 6) / 10, language) })
  const communicated = report.decided.find(({ decision }) => decision === 'communicated')
  const archived = report.decided.find(({ decision }) => decision === 'archived')
  const share = (side: 'old' | 'new') => {
    const good = (communicated?.[side] ?? 0) + (communicated?.both ?? 0)
    const all = good + (archived?.[side] ?? 0) + (archived?.both ?? 0)
    return all === 0
      ? t('pld.rule.no_label')
      : t('pld.rule.precision_of', {
          share: formatPercent(((100 * good) / all).toFixed(1), language),
          count: all,
        })
  }
  return (
    <Card title={t('pld.hours.title')}>
      <div className={styles.hours}>
        {report.minutes !== null && (
          <p className={styles.big}>{hours(backtest.episodes ?? 0, report.minutes)}</p>
        )}
        {report.minutes !== null && backtest.against && (
          <p>{t('pld.hours.against', { hours: hours(report.old_episodes, report.minutes) })}</p>
        )}
        <p className={styles.quiet}>
          {report.minutes === null
            ? t('pld.hours.no_median')
            : t('pld.hours.median', { minutes: report.minutes, count: report.handled })}
        </p>
      </div>
      <Facts
        facts={[
          { label: t('pld.hours.precision_new'), value: share('new'), wide: true },
          ...(backtest.against
            ? [{ label: t('pld.hours.precision_old'), value: share('old'), wide: true }]
            : []),
          {
            label: t('pld.hours.not_enough'),
            value: formatNumber(report.not_enough_data, language),
            wide: true,
          },
        ]}
      />
    </Card>
  )
}

function Sealed({ backtest }: { backtest: Backtest }) {
  const t = useT('pld')
  const language = useLanguage()
  return (
    <Card title={t('pld.sealed.title')}>
      <Facts
        facts={[
          ...Object.entries(backtest.sealed).map(([name, hash]) => ({
            label: t(`pld.sealed.${name}`),
            value: <CopyText text={hash} short />,
            wide: true,
          })),
          { label: t('pld.column.asked_by'), value: backtest.asked_by, wide: true },
          { label: t('pld.column.asked_at'), value: formatTime(backtest.asked_at, language), wide: true },
          ...(backtest.good_until
            ? [
                {
                  label: t('pld.sealed.good_until'),
                  value: formatDay(backtest.good_until.slice(0, 10), language),
                  wide: true,
                },
              ]
            : []),
        ]}
      />
      <p className={styles.quiet}>{t('pld.sealed.text')}</p>
    </Card>
  )
}
