import { useParams } from '@tanstack/react-router'
import { CircleAlert, KeyRound, Pause, Pencil, Play, PlugZap, Power } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatMoney, formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import {
  CIRCUITS,
  MAY_WRITE,
  milliseconds,
  OUTCOMES,
  PROVIDER_STATUSES,
  PROVIDERS_PATH,
  type Provider,
  wordOf,
} from './provider'

const forms = () => import('./commands/ProviderForms')
const change = lazyDialog(async () => ({ default: (await forms()).ChangeProvider }))
const rotate = lazyDialog(async () => ({ default: (await forms()).RotateSecret }))
const test = lazyDialog(async () => ({ default: (await forms()).TestProvider }))
const decide = lazyDialog(async () => ({ default: (await forms()).DecideProvider }))
const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }

/** One provider of checks: how it answers, what it costs, and what can be done about it. */
export function ProviderPage() {
  const { id = '' } = useParams({ strict: false })
  const provider = useRecord(
    'compliance.provider',
    id,
    (signal) => body(api.GET('/v1/compliance/providers/{id}', { params: { path: { id } }, signal })),
    ({ testing }) => testing,
  )
  return <Loaded query={provider}>{(found) => <Record provider={found} />}</Loaded>
}

function Record({ provider }: { provider: Provider }) {
  const t = useT('kit', 'checkProviders')
  const language = useLanguage()
  const text = { t, language }
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('checkProviders.title'), to: PROVIDERS_PATH }, { label: provider.name }]}
          title={provider.name}
          status={<StatusWord values={PROVIDER_STATUSES} value={provider.status} text={text} />}
          subtitle={`${wordOf(t, 'port', provider.port)} · ${wordOf(t, 'mode', provider.mode)}`}
          actions={<Actions provider={provider} />}
        />
      }
      situation={<Situation provider={provider} />}
      main={
        <>
          <Card title={t('checkProviders.card.health')}>
            <Facts
              facts={[
                {
                  label: t('checkProviders.column.circuit'),
                  value: <StatusWord values={CIRCUITS} value={provider.circuit} text={text} />,
                },
                { label: t('checkProviders.fact.calls'), value: formatNumber(provider.calls, language) },
                { label: t('checkProviders.fact.failed'), value: formatNumber(provider.failed, language) },
                { label: t('checkProviders.column.p50'), value: milliseconds(provider.p50, language) },
                { label: t('checkProviders.column.p95'), value: milliseconds(provider.p95, language) },
                {
                  label: t('checkProviders.column.tested_at'),
                  value: provider.tested_at ? (
                    <>
                      <DateTime at={provider.tested_at} year="always" /> ·{' '}
                      {milliseconds(provider.tested_ms, language)}
                    </>
                  ) : (
                    t('checkProviders.fact.never_tested')
                  ),
                },
              ]}
            />
          </Card>
          <Card title={t('checkProviders.card.calls')} flush={provider.last_calls.length > 0}>
            {provider.last_calls.length === 0 ? (
              <p>{t('checkProviders.no_calls')}</p>
            ) : (
              <MiniTable
                label={t('checkProviders.card.calls')}
                columns={[
                  { key: 'at', title: t('checkProviders.column.asked_at') },
                  { key: 'shown', title: t('checkProviders.column.shown'), wide: true },
                  { key: 'purpose', title: t('checkProviders.column.purpose') },
                  { key: 'outcome', title: t('checkProviders.column.outcome') },
                  { key: 'ms', title: t('checkProviders.column.ms'), end: true },
                ]}
                rows={provider.last_calls.map(({ id, asked_at, shown, purpose, outcome, ms }) => ({
                  key: id,
                  cells: [
                    <DateTime key="at" at={asked_at} />,
                    shown,
                    wordOf(t, 'purpose', purpose),
                    <StatusWord key="outcome" values={OUTCOMES} value={outcome} text={text} />,
                    milliseconds(ms, language),
                  ],
                }))}
              />
            )}
          </Card>
        </>
      }
      side={<Settings provider={provider} />}
      tabs={[trailTab(t, 'check-providers', provider.id)]}
      raw={provider}
    />
  )
}

function Situation({ provider }: { provider: Provider }) {
  const t = useT('checkProviders')
  const said =
    provider.test_error && provider.status === 'draft'
      ? { title: t('checkProviders.situation.failed'), text: provider.test_error, tone: 'error' as const }
      : provider.testing
        ? { title: t('checkProviders.situation.testing'), text: '', tone: 'info' as const }
        : provider.status === 'tested'
          ? {
              title: t('checkProviders.situation.waits'),
              text: t(
                provider.may_activate ? 'checkProviders.situation.may' : 'checkProviders.situation.own',
              ),
              tone: 'atention' as const,
            }
          : provider.circuit === 'open' && provider.status === 'active'
            ? {
                title: t('checkProviders.situation.open'),
                text: t('checkProviders.situation.open_text'),
                tone: 'error' as const,
              }
            : null
  if (!said) return null
  return (
    <Banner tone={said.tone} icon={<CircleAlert {...ICON} />}>
      <strong>{said.title}</strong>
      {said.text && <p>{said.text}</p>}
    </Banner>
  )
}

function Settings({ provider }: { provider: Provider }) {
  const t = useT('checkProviders')
  const language = useLanguage()
  return (
    <Card title={t('checkProviders.card.settings')}>
      <Facts
        facts={[
          { label: t('checkProviders.field.base_url'), value: provider.base_url, wide: true },
          { label: t('checkProviders.field.secret'), value: t('checkProviders.fact.sealed') },
          { label: t('checkProviders.field.priority'), value: provider.priority },
          {
            label: t('checkProviders.column.used'),
            value: `${formatNumber(provider.used, language)} / ${provider.quota ? formatNumber(provider.quota, language) : '∞'}`,
          },
          { label: t('checkProviders.column.cost'), value: formatMoney(provider.cost, language) },
          { label: t('checkProviders.column.spent'), value: formatMoney(provider.spent, language) },
          { label: t('checkProviders.fact.written_by'), value: provider.written_by },
          { label: t('checkProviders.fact.activated_by'), value: provider.activated_by ?? '—' },
          { label: t('checkProviders.fact.reason'), value: provider.status_reason ?? '—', wide: true },
        ]}
      />
    </Card>
  )
}

function Actions({ provider }: { provider: Provider }) {
  const t = useT('checkProviders')
  if (provider.status === 'retired') return null
  const shared = { permissions: MAY_WRITE, anyMerchant: true, variant: 'secondary' } as const
  return (
    <>
      <CommandButton {...shared} dialog={test} given={{ provider }} icon={<PlugZap {...ICON} />}>
        {t('checkProviders.test.open')}
      </CommandButton>
      <CommandButton {...shared} dialog={change} given={{ provider }} icon={<Pencil {...ICON} />}>
        {t('checkProviders.change.open')}
      </CommandButton>
      <CommandButton {...shared} dialog={rotate} given={{ provider }} icon={<KeyRound {...ICON} />}>
        {t('checkProviders.rotate.open')}
      </CommandButton>
      <CommandButton
        {...shared}
        dialog={decide}
        given={{ provider, decision: 'retire' }}
        icon={<Power {...ICON} />}
      >
        {t('checkProviders.decide.retire')}
      </CommandButton>
      {provider.status === 'tested' && (
        <CommandButton
          {...shared}
          variant="primary"
          dialog={decide}
          given={{ provider, decision: 'activate' }}
          disabled={!provider.may_activate}
          title={provider.may_activate ? undefined : t('checkProviders.situation.own')}
          icon={<Play {...ICON} />}
        >
          {t('checkProviders.decide.activate')}
        </CommandButton>
      )}
      {provider.status === 'active' && (
        <CommandButton
          {...shared}
          dialog={decide}
          given={{ provider, decision: 'pause' }}
          icon={<Pause {...ICON} />}
        >
          {t('checkProviders.decide.pause')}
        </CommandButton>
      )}
      {provider.status === 'paused' && (
        <CommandButton
          {...shared}
          variant="primary"
          dialog={decide}
          given={{ provider, decision: 'resume' }}
          icon={<Play {...ICON} />}
        >
          {t('checkProviders.decide.resume')}
        </CommandButton>
      )}
    </>
  )
}
