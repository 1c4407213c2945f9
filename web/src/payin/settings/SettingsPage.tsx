import { useParams } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { durationWords } from '../../kit/duration'
import { formatMoney } from '../../kit/format'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { useRecord } from '../../kit/record/useRecord'
import { Badge } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import { History } from './History'
import { daysWords, feeWords, HOUSE, MAY_SETTINGS, SETTINGS_PATH, type Settings } from './settings'

const change = lazyDialog(() => import('./ChangeSettings'))

/** What one merchant may ask for and what it pays: of its own, or as the house has it. */
export function SettingsPage() {
  const t = useT('common')
  if (!may(MAY_SETTINGS)) {
    return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
  }
  return <Asked />
}

function Asked() {
  const { id = '' } = useParams({ strict: false })
  const settings = useRecord(
    'payin.settings',
    id,
    (signal) => body(api.GET('/v1/payin/settings/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={settings}>{(found) => <Record settings={found} />}</Loaded>
}

function Record({ settings }: { settings: Settings }) {
  const t = useT('kit', 'payinSettings')
  const { company_id, company_name } = settings
  const own = [...settings.own, ...settings.methods.flatMap((each) => each.own)]
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('payinSettings.title'), to: SETTINGS_PATH }, { label: company_name }]}
          title={company_name}
          status={
            <Badge tone="neutral">
              {t(own.length ? 'payinSettings.of_its_own' : 'payinSettings.of_the_house')}
            </Badge>
          }
          subtitle={t(company_id === HOUSE ? 'payinSettings.is_house' : 'payinSettings.inherits')}
          actions={
            <CommandButton
              dialog={change}
              given={{ settings }}
              permissions={MAY_SETTINGS}
              anyMerchant
              icon={<Pencil size={18} strokeWidth={1.75} />}
            >
              {t('payinSettings.change.open')}
            </CommandButton>
          }
        />
      }
      main={
        <>
          <Methods settings={settings} />
          <History changes={settings.history} />
        </>
      }
      side={<General settings={settings} />}
    />
  )
}

function General({ settings }: { settings: Settings }) {
  const t = useT('payinSettings')
  const language = useLanguage()
  const { minimum, maximum, expires_in, valid_days, percentage, own, company_id } = settings
  const values = {
    minimum: minimum ? formatMoney(minimum, language) : t('payinSettings.no_limit'),
    maximum: maximum ? formatMoney(maximum, language) : t('payinSettings.no_limit'),
    expires_in: durationWords(expires_in, language),
    valid_days: daysWords(valid_days, language),
    percentage: feeWords(language, percentage, { amount: 0, currency: 'BRL' }),
  }
  const whose = (name: keyof typeof values) =>
    company_id === HOUSE || own.includes(name) ? '' : ` (${t('payinSettings.of_the_house')})`
  return (
    <Card title={t('payinSettings.general')}>
      <Facts
        facts={(Object.keys(values) as (keyof typeof values)[]).map((name) => ({
          label: t(`payinSettings.field.${name}`),
          value: `${values[name]}${whose(name)}`,
          wide: true,
        }))}
      />
    </Card>
  )
}

function Methods({ settings: { methods, company_id } }: { settings: Settings }) {
  const t = useT('payinSettings')
  const language = useLanguage()
  const whose = (own: boolean) =>
    t(company_id === HOUSE || own ? 'payinSettings.of_its_own' : 'payinSettings.of_the_house')
  return (
    <Card title={t('payinSettings.methods')} flush>
      <MiniTable
        label={t('payinSettings.methods')}
        columns={[
          { key: 'method', title: t('payinSettings.column.method') },
          { key: 'accepted', title: t('payinSettings.field.accepted') },
          { key: 'fee', title: t('payinSettings.column.fee'), end: true },
          { key: 'whose', title: t('payinSettings.column.own') },
        ]}
        rows={methods.map(({ method, accepted, percentage, fixed, own }) => ({
          key: method,
          cells: [
            t(`payinSettings.method.${method}`),
            t(accepted ? 'payinSettings.yes' : 'payinSettings.no'),
            feeWords(language, percentage, fixed),
            whose(own.length > 0),
          ],
        }))}
      />
    </Card>
  )
}
