import { Link, useParams } from '@tanstack/react-router'
import { Power, TriangleAlert } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CommandButton } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
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
  DELIVERY_STATUSES,
  deliveryPath,
  ENDPOINT_STATUSES,
  type EndpointRecord,
  eventWord,
  MAY_SDK,
  outcomeOf,
  WEBHOOKS_PATH,
} from '../sdk'
import { EndpointActions, enable } from './EndpointActions'
import styles from './record.module.css'

/** One endpoint: of what it is told, and what became of the newest deliveries. */
export function EndpointPage() {
  const { id = '' } = useParams({ strict: false })
  const endpoint = useRecord(
    'sdk.endpoint',
    id,
    (signal) => body(api.GET('/v1/payin/webhooks/{id}', { params: { path: { id } }, signal })),
    ({ waiting }) => waiting > 0,
  )
  return <Loaded query={endpoint}>{(found) => <Record endpoint={found} />}</Loaded>
}

function Record({ endpoint }: { endpoint: EndpointRecord }) {
  const t = useT('kit', 'sdk')
  const language = useLanguage()
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('sdk.tab.webhooks'), to: WEBHOOKS_PATH }, { label: endpoint.url }]}
          title={endpoint.description ?? t('sdk.webhooks.one')}
          status={<StatusWord values={ENDPOINT_STATUSES} value={endpoint.status} text={{ t, language }} />}
          subtitle={endpoint.url}
          actions={
            <>
              <EndpointActions endpoint={endpoint} />
              {endpoint.status !== 'enabled' && (
                <CommandButton
                  dialog={enable}
                  given={{ endpoint }}
                  permissions={MAY_SDK}
                  icon={<Power size={18} strokeWidth={1.75} />}
                >
                  {t('sdk.enable.open')}
                </CommandButton>
              )}
            </>
          }
        />
      }
      situation={<Situation endpoint={endpoint} />}
      main={
        <>
          <Known endpoint={endpoint} />
          <Deliveries endpoint={endpoint} />
        </>
      }
      side={
        <Card title={t('sdk.column.events')}>
          <ul className={styles.events}>
            {endpoint.events.map((each) => (
              <li key={each}>{eventWord(t, each)}</li>
            ))}
          </ul>
        </Card>
      }
      tabs={[trailTab(t, 'webhooks', endpoint.id)]}
      raw={endpoint}
    />
  )
}

function Known({ endpoint }: { endpoint: EndpointRecord }) {
  const t = useT('sdk')
  return (
    <Card title={t('sdk.webhooks.about')}>
      <Facts
        facts={[
          { label: t('sdk.column.created_by'), value: endpoint.created_by },
          { label: t('sdk.column.created_at'), value: <DateTime at={endpoint.created_at} year="always" /> },
          { label: t('sdk.column.waiting'), value: endpoint.waiting },
          {
            label: t('sdk.column.last_success_at'),
            value: endpoint.last_success_at && <DateTime at={endpoint.last_success_at} year="always" />,
          },
          {
            label: t('sdk.column.grace_until'),
            value: endpoint.grace_until && <DateTime at={endpoint.grace_until} year="always" />,
          },
        ]}
      />
    </Card>
  )
}

/** That it is off, or that it fails, and what that means. */
function Situation({ endpoint: { status, failing_since } }: { endpoint: EndpointRecord }) {
  const t = useT('sdk')
  if (status === 'enabled' && !failing_since) return null
  return (
    <Banner
      className={styles.situation}
      tone={status === 'disabled' ? 'info' : 'atention'}
      icon={<TriangleAlert size={18} strokeWidth={1.75} aria-hidden />}
    >
      <p>{t(`sdk.webhooks.situation.${status}`)}</p>
      {failing_since && (
        <p>
          {t('sdk.column.failing_since')}: <DateTime at={failing_since} year="always" />
        </p>
      )}
    </Banner>
  )
}

function Deliveries({ endpoint: { deliveries } }: { endpoint: EndpointRecord }) {
  const t = useT('sdk')
  const language = useLanguage()
  return (
    <Card title={t('sdk.webhooks.newest')} flush={deliveries.length > 0}>
      {deliveries.length === 0 ? (
        <p>{t('sdk.webhooks.none')}</p>
      ) : (
        <MiniTable
          label={t('sdk.webhooks.newest')}
          columns={[
            { key: 'at', title: t('sdk.column.at') },
            { key: 'type', title: t('sdk.column.type') },
            { key: 'outcome', title: t('sdk.column.outcome') },
            { key: 'status', title: t('sdk.column.status') },
          ]}
          rows={deliveries.map((each) => ({
            key: each.id,
            cells: [
              <DateTime key="at" at={each.created_at} time="seconds" />,
              <Link key="type" to={deliveryPath(each.id)}>
                {eventWord(t, each.type)}
              </Link>,
              outcomeOf(t, each),
              <StatusWord
                key="status"
                values={DELIVERY_STATUSES}
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
