import { Link, useParams } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatNumber, formatPercent } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { buttonClass } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { ConditionWords } from '../conditionWords'
import { NoAccess } from '../PldTabs'
import {
  BACKTEST_STATUSES,
  backtestName,
  backtestPath,
  draftPath,
  MAY_RULES,
  RULES_PATH,
  type Rule,
  ruleName,
  SEE_RULES,
  SEVERITIES,
  VERSION_STATUSES,
  type Version,
  wordOf,
} from '../pld'
import styles from '../pld.module.css'

const acts = lazyDialog(() => import('./versionActs'))
const backtest = lazyDialog(() => import('./backtestActs'))
const blindSpots = lazyDialog(() => import('../blindSpots/blindSpotActs'))

const UNDER_WAY: ReadonlySet<string> = new Set(['draft', 'approved', 'shadow'])

/** One rule: what it says now, its other versions, what each found. */
export function RulePage() {
  return may(SEE_RULES) ? <Asked /> : <NoAccess />
}

function Asked() {
  const { id = '' } = useParams({ strict: false })
  const rule = useRecord(
    'pld.rules',
    id,
    (signal) => body(api.GET('/v1/pld-engine/rules/{id}', { params: { path: { id } }, signal })),
    ({ backtests }) => backtests.some(({ status }) => status === 'asked'),
  )
  return <Loaded query={rule}>{(found) => <Found rule={found} />}</Loaded>
}

function Found({ rule }: { rule: Rule }) {
  const t = useT('kit', 'pld')
  const language = useLanguage()
  const { current, number } = rule
  // Versions come newest first. Of what was discarded or retired nothing is to be done.
  const next = rule.versions.find(({ status }) => UNDER_WAY.has(status)) ?? current
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('pld.rules.title'), to: RULES_PATH }, { label: ruleName(number) }]}
          title={current.name}
          status={<StatusWord values={VERSION_STATUSES} value={current.status} text={{ t, language }} />}
          subtitle={[
            ruleName(number),
            t('pld.rule.version', { version: current.version }),
            wordOf(t, 'target', current.target),
            current.typologies.length > 0 && t('pld.rule.codes', { codes: current.typologies.join(', ') }),
          ]
            .filter(Boolean)
            .join(' · ')}
          actions={<RuleActions rule={rule} version={next} />}
        />
      }
      situation={
        <>
          {rule.errors > 0 && <Banner tone="error">{t('pld.rule.errors', { count: rule.errors })}</Banner>}
          {next.status === 'draft' && !next.may_approve && may(MAY_RULES) && (
            <Banner tone="info">{t('pld.rule.own_draft')}</Banner>
          )}
          {(next.status === 'approved' || next.status === 'shadow') && !next.backtest && (
            <Banner tone="awaiting">{t('pld.rule.untested')}</Banner>
          )}
        </>
      }
      main={
        <>
          {next.id !== current.id && (
            <VersionCard title={t('pld.rule.next', { version: next.version })} version={next} />
          )}
          <VersionCard title={t('pld.rule.says', { version: current.version })} version={current} />
          <Versions rule={rule} headed={next.id} />
          <Backtests rule={rule} />
        </>
      }
      side={<Figures rule={rule} />}
      tabs={[trailTab(t, 'pld-rules', rule.id)]}
    />
  )
}

function RuleActions({ rule, version }: { rule: Rule; version: Version }) {
  const t = useT('pld')
  const given = { version, rule: rule.number }
  const shared = { permissions: MAY_RULES, anyMerchant: true } as const
  const { status } = version
  return (
    <>
      {may(MAY_RULES) && (
        <Link to={draftPath(rule.id)} className={buttonClass('secondary')}>
          <Pencil size={18} strokeWidth={1.75} aria-hidden />
          {t(status === 'draft' ? 'pld.rule.edit' : 'pld.rule.new_draft')}
        </Link>
      )}
      {status === 'draft' && (
        <CommandButton {...shared} dialog={acts} given={{ ...given, what: 'discard' }} variant="secondary">
          {t('pld.acts.discard')}
        </CommandButton>
      )}
      {['approved', 'shadow', 'active'].includes(status) && (
        <CommandButton {...shared} dialog={acts} given={{ ...given, what: 'retire' }} variant="secondary">
          {t('pld.acts.retire')}
        </CommandButton>
      )}
      {status === 'approved' && (
        <CommandButton {...shared} dialog={acts} given={{ ...given, what: 'shadow' }} variant="secondary">
          {t('pld.acts.shadow')}
        </CommandButton>
      )}
      <CommandButton
        {...shared}
        dialog={blindSpots}
        given={{ ...given, what: 'version' }}
        variant="secondary"
      >
        {t('pld.acts.blind_spots')}
      </CommandButton>
      <CommandButton
        {...shared}
        dialog={backtest}
        given={{ ...given, what: 'run' }}
        variant={
          status === 'active' || (status === 'draft' && !version.may_approve) || !version.backtest
            ? 'primary'
            : 'secondary'
        }
      >
        {t('pld.acts.backtest')}
      </CommandButton>
      {status === 'draft' && version.may_approve && (
        <CommandButton {...shared} dialog={acts} given={{ ...given, what: 'approve' }}>
          {t('pld.acts.approve')}
        </CommandButton>
      )}
      {(status === 'approved' || status === 'shadow') && version.backtest && (
        <CommandButton {...shared} dialog={acts} given={{ ...given, what: 'activate' }}>
          {t('pld.acts.activate')}
        </CommandButton>
      )}
    </>
  )
}

function VersionCard({ title, version }: { title: string; version: Version }) {
  const t = useT('pld')
  const language = useLanguage()
  return (
    <Card
      title={title}
      actions={<StatusWord values={VERSION_STATUSES} value={version.status} text={{ t, language }} />}
    >
      <ol className={styles.conditions}>
        {version.conditions.map((line) => (
          <li key={line}>
            <code>{line}</code>
            <ConditionWords line={line} currency={version.currency} />
          </li>
        ))}
      </ol>
      {version.description && <p className={styles.text}>{version.description}</p>}
      <Facts
        facts={[
          {
            label: t('pld.column.severity'),
            value: <StatusWord values={SEVERITIES} value={version.severity} text={{ t, language }} />,
          },
          { label: t('pld.column.rule_type'), value: wordOf(t, 'rule_type', version.rule_type) },
          { label: t('pld.column.target'), value: wordOf(t, 'target', version.target) },
          {
            label: t('pld.column.period_days'),
            value: t('pld.unit.days', { count: version.period_days }),
          },
          { label: t('pld.column.currency'), value: version.currency },
          { label: t('pld.column.hits'), value: formatNumber(version.hits, language) },
        ]}
      />
    </Card>
  )
}

/** ``headed``: the version that the page's header acts on; the others have their acts here. */
function Versions({ rule, headed }: { rule: Rule; headed: string }) {
  const t = useT('pld')
  const language = useLanguage()
  const others = may(MAY_RULES) && rule.versions.some((each) => hasActs(each, headed))
  return (
    <Card title={t('pld.rule.versions')} flush>
      <MiniTable
        label={t('pld.rule.versions')}
        columns={[
          { key: 'version', title: t('pld.column.version'), narrow: true },
          { key: 'status', title: t('pld.column.status') },
          { key: 'written_by', title: t('pld.column.written_by') },
          { key: 'approved_by', title: t('pld.column.approved_by') },
          { key: 'hits', title: t('pld.column.hits'), end: true },
          ...(others ? [{ key: 'acts', title: '' }] : []),
        ]}
        rows={rule.versions.map((each) => ({
          key: each.id,
          cells: [
            `v${each.version}`,
            <StatusWord key="status" values={VERSION_STATUSES} value={each.status} text={{ t, language }} />,
            each.written_by,
            each.approved_by ?? '—',
            formatNumber(each.hits, language),
            ...(others ? [<VersionActs key="acts" rule={rule} version={each} headed={headed} />] : []),
          ],
        }))}
      />
    </Card>
  )
}

function VersionActs({ rule, version, headed }: { rule: Rule; version: Version; headed: string }) {
  const t = useT('pld')
  if (!hasActs(version, headed)) return null
  const given = { version, rule: rule.number }
  const shared = { permissions: MAY_RULES, anyMerchant: true, variant: 'secondary', dialog: acts } as const
  return (
    <span className={styles.pair}>
      {version.status !== 'active' && version.backtest && (
        <CommandButton {...shared} given={{ ...given, what: 'activate' }}>
          {t('pld.acts.activate')}
        </CommandButton>
      )}
      <CommandButton {...shared} given={{ ...given, what: 'retire' }}>
        {t('pld.acts.retire')}
      </CommandButton>
    </span>
  )
}

/** A version beside the one that the header acts on still finds something, or could. */
const hasActs = ({ id, status }: Version, headed: string) =>
  id !== headed && ['approved', 'shadow', 'active'].includes(status)

function Backtests({ rule }: { rule: Rule }) {
  const t = useT('pld')
  const language = useLanguage()
  return (
    <Card title={t('pld.backtests.title')} flush={rule.backtests.length > 0}>
      {rule.backtests.length === 0 ? (
        <p className={styles.quiet}>{t('pld.rule.no_backtest')}</p>
      ) : (
        <MiniTable
          label={t('pld.backtests.title')}
          columns={[
            { key: 'number', title: t('pld.column.number') },
            { key: 'version', title: t('pld.column.version') },
            { key: 'asked_at', title: t('pld.column.asked_at') },
            { key: 'episodes', title: t('pld.column.episodes'), end: true },
            { key: 'lost', title: t('pld.column.lost'), end: true },
            { key: 'status', title: t('pld.column.status') },
          ]}
          rows={rule.backtests.map((each) => ({
            key: each.id,
            cells: [
              <Link key="number" to={backtestPath(each.id)}>
                {backtestName(each.number)}
              </Link>,
              `v${each.version}`,
              <DateTime key="at" at={each.asked_at} />,
              each.episodes ?? '—',
              each.lost ?? '—',
              <StatusWord
                key="status"
                values={BACKTEST_STATUSES}
                value={each.status}
                text={{ t, language }}
              />,
            ],
          }))}
        />
      )}
    </Card>
  )
}

function Figures({ rule }: { rule: Rule }) {
  const t = useT('pld')
  const language = useLanguage()
  return (
    <>
      <Card title={t('pld.rule.figures')}>
        <Facts
          facts={[
            { label: t('pld.column.open_alerts'), value: formatNumber(rule.open_alerts, language) },
            { label: t('pld.column.hits_7d'), value: formatNumber(rule.hits_7d, language) },
            { label: t('pld.column.hits_30d'), value: formatNumber(rule.hits_30d, language) },
            {
              label: t('pld.rule.precision'),
              value:
                rule.decided === 0
                  ? t('pld.rule.no_label')
                  : t('pld.rule.precision_of', {
                      share: formatPercent(((100 * rule.precise) / rule.decided).toFixed(1), language),
                      count: rule.decided,
                    }),
              wide: true,
            },
          ]}
        />
      </Card>
      <Card title={t('pld.rule.people')}>
        <Facts
          facts={[
            { label: t('pld.column.written_by'), value: rule.current.written_by, wide: true },
            { label: t('pld.column.approved_by'), value: rule.current.approved_by, wide: true },
            { label: t('pld.column.activated_by'), value: rule.current.activated_by, wide: true },
            {
              label: t('pld.column.activated_at'),
              value: rule.current.activated_at && <DateTime at={rule.current.activated_at} />,
              wide: true,
            },
          ]}
        />
      </Card>
    </>
  )
}
