import { useParams } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { api, body } from '../app/api'
import { useLanguage, useT } from '../app/i18n'
import { may } from '../app/permissions'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import { DateTime } from '../kit/DateTime'
import { formatMoney, formatNumber } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { Facts } from '../kit/record/Facts'
import { Loaded } from '../kit/record/Loaded'
import { Moments } from '../kit/record/Moments'
import { RecordHeader } from '../kit/record/RecordHeader'
import { RecordPage } from '../kit/record/RecordPage'
import { actionOf, actorOf } from '../kit/record/trailWords'
import { useRecord } from '../kit/record/useRecord'
import { Banner } from '../ui/Banner'
import { Card } from '../ui/Card'
import { EmptyState } from '../ui/EmptyState'
import styles from './IncidentRecord.module.css'
import { INCIDENTS_PATH, type Incident, MAY_READ, MAY_WRITE, STATES, serviceText, wordOf } from './incident'
import { MinutesCard } from './MinutesCard'

const acts = lazyDialog(() => import('./incidentActs'))

type Act = ComponentProps<typeof acts.Dialog>['what']

/** The act that carries an incident on comes last and is the strong one. */
const ACTS: Record<string, readonly Act[]> = {
  detected: ['merge', 'split', 'bounds', 'decide'],
  confirmed: ['merge', 'split', 'decide', 'bounds', 'report', 'tell', 'explain'],
  explained: ['bounds', 'report', 'tell', 'close'],
  dismissed: ['decide'],
}

/** One incident: its minutes, what did not come, and what was done about it. */
export function IncidentPage() {
  const t = useT('common')
  if (!may(MAY_READ)) {
    return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
  }
  return <Asked />
}

function Asked() {
  const { id = '' } = useParams({ strict: false })
  const incident = useRecord(
    'audit.incidents',
    id,
    (signal) => body(api.GET('/v1/audit/incidents/{id}', { params: { path: { id } }, signal })),
    ({ ended_at }) => ended_at === null,
  )
  return <Loaded query={incident}>{(found) => <Found incident={found} />}</Loaded>
}

function Found({ incident }: { incident: Incident }) {
  const t = useT('kit', 'audit', 'availability')
  const language = useLanguage()
  const name = t('availability.number', { number: incident.number })
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('availability.title'), to: INCIDENTS_PATH }, { label: name }]}
          title={serviceText(t, incident.service, incident.link_name)}
          status={<StatusWord values={STATES} value={incident.state} text={{ t, language }} />}
          subtitle={[
            name,
            t('availability.record.minutes', { count: incident.minutes }),
            incident.ended_at === null && t('availability.record.goes_on'),
          ]
            .filter(Boolean)
            .join(' · ')}
          actions={<Actions incident={incident} />}
        />
      }
      situation={
        <>
          {incident.planned && <Banner tone="info">{t('availability.record.is_planned')}</Banner>}
          {incident.state === 'detected' && (
            <Banner tone="awaiting">{t('availability.record.undecided')}</Banner>
          )}
          {incident.state === 'dismissed' && (
            <Banner tone="info">
              {t(`availability.record.${incident.replaced_by.length ? 'replaced' : 'dismissed'}`)}
            </Banner>
          )}
        </>
      }
      main={
        <>
          <MinutesCard chart={incident.chart} />
          <Card title={t('availability.record.facts')}>
            <Facts facts={useFacts(incident)} />
          </Card>
          <Moments
            title={t('availability.record.events')}
            moments={incident.timeline}
            word={(group, value) => (group === 'event' ? actionOf(t, value) : actorOf(t, value))}
          />
        </>
      }
      side={
        <>
          <LossCard incident={incident} />
          <RuleCard incident={incident} />
        </>
      }
      raw={incident}
    />
  )
}

function Actions({ incident }: { incident: Incident }) {
  const t = useT('availability')
  const goesOn = incident.ended_at === null
  const found = (ACTS[incident.state] ?? []).filter(
    (act) =>
      !(goesOn && (act === 'explain' || (act === 'bounds' && incident.found_by !== 'person'))) &&
      !(act === 'report' && incident.reported_at) &&
      !(act === 'split' && incident.minutes < 2) &&
      // Their minutes are not those that were seen.
      !(
        (act === 'merge' || act === 'split') &&
        (goesOn || incident.bounds_by || incident.found_by === 'person')
      ) &&
      !(act === 'decide' && incident.replaced_by.length),
  )
  return found.map((what, index) => (
    <CommandButton
      key={what}
      dialog={acts}
      given={{ incident, what }}
      permissions={MAY_WRITE}
      anyMerchant
      variant={index === found.length - 1 ? 'primary' : 'secondary'}
    >
      {t(`availability.acts.${what}`)}
    </CommandButton>
  ))
}

function useFacts(incident: Incident) {
  const t = useT('availability')
  const language = useLanguage()
  const moment = (at: string | null) => (at ? <DateTime at={at} /> : '—')
  return [
    { label: t('availability.column.began_at'), value: moment(incident.began_at) },
    {
      label: t('availability.column.ended_at'),
      value: incident.ended_at ? moment(incident.ended_at) : t('availability.record.goes_on'),
    },
    ...(incident.bounds_by ? [{ label: t('availability.record.bounds_by'), value: incident.bounds_by }] : []),
    { label: t('availability.column.found_by'), value: wordOf(t, 'found_by', incident.found_by) },
    { label: t('availability.record.answered'), value: formatNumber(incident.answered, language) },
    { label: t('availability.column.failed'), value: formatNumber(incident.failed, language) },
    ...(incident.decision_reason
      ? [
          {
            label: t('availability.record.decided'),
            value: t('availability.record.decision', {
              reason: incident.decision_reason,
              by: incident.decided_by ?? '',
            }),
            wide: true,
          },
        ]
      : []),
    ...(incident.cause
      ? [
          { label: t('availability.column.cause'), value: wordOf(t, 'cause', incident.cause) },
          { label: t('availability.record.root_cause'), value: incident.root_cause, wide: true },
          { label: t('availability.record.action'), value: incident.action, wide: true },
        ]
      : []),
    ...(incident.told_at
      ? [
          { label: t('availability.column.told_at'), value: moment(incident.told_at) },
          {
            label: t('availability.record.told'),
            value: `${incident.told} (${t('availability.record.told_to', { count: incident.told_companies })})`,
            wide: true,
          },
        ]
      : []),
    ...(incident.reported_at
      ? [
          { label: t('availability.column.reported_at'), value: moment(incident.reported_at) },
          { label: t('availability.column.report_protocol'), value: incident.report_protocol },
        ]
      : []),
  ]
}

function LossCard({ incident: { losses } }: { incident: Incident }) {
  const t = useT('availability')
  const language = useLanguage()
  const count = (value: number) => formatNumber(value, language)
  if (losses.length === 0) {
    return (
      <Card title={t('availability.loss.title')}>
        <p>{t('availability.loss.unknown')}</p>
      </Card>
    )
  }
  return losses.map((loss) => (
    <Card key={loss.missing_amount.currency} title={t('availability.loss.title')}>
      <p className={styles.said}>
        {loss.missing
          ? t('availability.loss.text', {
              count: count(loss.missing) as never,
              amount: formatMoney(loss.missing_amount, language),
            })
          : t('availability.loss.none')}
      </p>
      <Facts
        facts={[
          { label: t('availability.loss.missing'), value: count(loss.missing) },
          {
            label: t('availability.loss.interval'),
            value: t('availability.loss.interval_value', {
              least: count(loss.least),
              most: count(loss.most),
            }),
          },
          { label: t('availability.loss.amount'), value: formatMoney(loss.missing_amount, language) },
          { label: t('availability.loss.seen'), value: count(loss.seen) },
          { label: t('availability.loss.expected'), value: count(loss.expected) },
          {
            label: t('availability.loss.weeks'),
            value: t('availability.loss.weeks_value', { count: count(loss.weeks) as never }),
            wide: true,
          },
        ]}
      />
    </Card>
  ))
}

function RuleCard({ incident: { rule } }: { incident: Incident }) {
  const t = useT('availability')
  const language = useLanguage()
  const count = (value: number) => formatNumber(value, language) as never
  return (
    <Card title={t('availability.record.rule')}>
      <Facts
        facts={[
          { label: t('availability.record.rule_version'), value: rule.version },
          {
            label: t('availability.record.rule_failed'),
            value: t('availability.record.rule_failed_text', {
              percent: rule.failed_percent,
              calls: rule.least_calls,
            }),
          },
          {
            label: t('availability.record.rule_slow'),
            value: t('availability.record.rule_slow_text', {
              percent: rule.slow_percent,
              seconds: rule.slow_ms / 1_000,
            }),
          },
          {
            label: t('availability.record.rule_opens'),
            value: t('availability.record.rule_opens_text', { count: count(rule.opens_after) }),
          },
          {
            label: t('availability.record.rule_ends'),
            value: t('availability.record.rule_ends_text', { count: count(rule.ends_after) }),
          },
        ]}
      />
    </Card>
  )
}
