import { useParams } from '@tanstack/react-router'
import { Pencil, Undo2 } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatMoney, formatShare } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { useRecord } from '../../kit/record/useRecord'
import { Badge } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { BacktestLine } from './LimitsBacktest'
import {
  FIELDS,
  MAY_CHANGE,
  type Rules,
  SETTINGS_PATH,
  type Settings,
  type Use,
  VERSION_STATES,
  type Version,
  valueWords,
} from './settings'

const change = lazyDialog(() => import('./ChangeSettings'))
const revert = lazyDialog(() => import('./RevertSettings'))
const ICON = { size: 18, strokeWidth: 1.75 }

/** What one merchant may pay out: as it holds now, and each version of it. */
export function SettingsPage() {
  const { id = '' } = useParams({ strict: false })
  const settings = useRecord(
    'payouts.settings',
    id,
    (signal) => body(api.GET('/v1/payouts/settings/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={settings}>{(found) => <Record settings={found} />}</Loaded>
}

function Record({ settings }: { settings: Settings }) {
  const t = useT('kit', 'payoutSettings')
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('payoutSettings.title'), to: SETTINGS_PATH }, { label: settings.company_name }]}
          title={settings.company_name}
          status={
            <Badge tone="neutral">
              {t(settings.own ? 'payoutSettings.of_its_own' : 'payoutSettings.of_the_house')}
            </Badge>
          }
          subtitle={t('payoutSettings.subtitle')}
          actions={
            <CommandButton
              dialog={change}
              given={{ settings }}
              permissions={MAY_CHANGE}
              anyMerchant
              icon={<Pencil {...ICON} />}
            >
              {t('payoutSettings.change.open')}
            </CommandButton>
          }
        />
      }
      main={
        <>
          <Now rules={settings.now} own={settings.own} />
          <UseOfLimits use={settings.use} />
          <Versions settings={settings} />
        </>
      }
    />
  )
}

function Now({ rules, own }: { rules: Rules; own: Rules | null }) {
  const t = useT('payoutSettings')
  const language = useLanguage()
  return (
    <Card title={t('payoutSettings.now')}>
      <Facts
        facts={FIELDS.map((field) => ({
          label: t(`payoutSettings.field.${field}`),
          value: [
            valueWords(
              t,
              language,
              field,
              rules[field],
              t(`payoutSettings.unset.${UNSET[field] ?? 'limit'}`),
            ),
            own && own[field] === null && rules[field] !== null && `(${t('payoutSettings.of_the_house')})`,
          ]
            .filter(Boolean)
            .join(' '),
        }))}
      />
    </Card>
  )
}

/** What nothing means of a setting that is not a limit. */
const UNSET: Partial<Record<keyof Rules, string>> = {
  fee: 'fee',
  fee_percent: 'fee',
  fee_least: 'fee_least',
  fee_top: 'fee_top',
  fee_tiers: 'fee_tiers',
  cooling_off_hours: 'cooling_off_hours',
}

/** How much of each limit today's payments use; of the limit for each payee, those nearest to it. */
function UseOfLimits({ use }: { use: readonly Use[] }) {
  const t = useT('payoutSettings')
  const language = useLanguage()
  if (use.length === 0) return null
  const value = (sum: Use['used'], count: number | null) =>
    sum ? formatMoney(sum, language) : t('payoutSettings.count', { count: count ?? 0 })
  return (
    <Card title={t('payoutSettings.use.title')} flush>
      <MiniTable
        label={t('payoutSettings.use.title')}
        columns={[
          { key: 'limit', title: t('payoutSettings.use.limit') },
          { key: 'payee', title: t('payoutSettings.use.payee'), wide: true },
          { key: 'used', title: t('payoutSettings.use.used'), end: true },
          { key: 'most', title: t('payoutSettings.use.most'), end: true },
          { key: 'percent', title: t('payoutSettings.use.percent'), end: true },
        ]}
        rows={use.map((each, place) => ({
          key: `${each.limit}:${place}`,
          cells: [
            t(`payoutSettings.use.${each.limit === 'payee' ? 'payee_limit' : each.limit}`),
            each.payee ?? '',
            value(each.used, each.used_count),
            value(each.most, each.most_count),
            <Badge key="percent" tone={each.percent >= NEAR ? 'atention' : 'neutral'}>
              {formatShare(each.percent, language)}
            </Badge>,
          ],
        }))}
      />
    </Card>
  )
}

/** Percent of a limit from which its use is warned of. */
const NEAR = 80

function Versions({ settings }: { settings: Settings }) {
  const t = useT('payoutSettings')
  const language = useLanguage()
  if (settings.versions.length === 0) return null
  const cells = (version: Version) => [
    version.version,
    <StatusWord key="state" values={VERSION_STATES} value={version.state} text={{ t, language }} />,
    <DateTime key="from" at={version.valid_from} />,
    version.actor,
    <BacktestLine key="backtest" report={version.backtest} />,
    version.state === 'past' && (
      <CommandButton
        key="revert"
        dialog={revert}
        given={{ settings, to: version.version }}
        permissions={MAY_CHANGE}
        anyMerchant
        variant="ghost"
        icon={<Undo2 {...ICON} />}
      >
        {t('payoutSettings.revert.open')}
      </CommandButton>
    ),
  ]
  return (
    <Card title={t('payoutSettings.versions')} flush>
      <MiniTable
        label={t('payoutSettings.versions')}
        columns={[
          { key: 'version', title: t('payoutSettings.column.version') },
          { key: 'state', title: t('payoutSettings.column.state') },
          { key: 'from', title: t('payoutSettings.column.valid_from') },
          { key: 'actor', title: t('payoutSettings.column.actor') },
          { key: 'backtest', title: t('payoutSettings.backtest.title') },
          { key: 'revert', title: '' },
        ]}
        rows={settings.versions.map((version) => ({ key: String(version.version), cells: cells(version) }))}
      />
    </Card>
  )
}
