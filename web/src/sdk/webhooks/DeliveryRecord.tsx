import { Link, useParams } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CopyText } from '../../kit/CopyText'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { StatusWord } from '../../kit/list/Cell'
import { JsonView } from '../../kit/record/JsonView'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { useRecord } from '../../kit/record/useRecord'
import { Card } from '../../ui/Card'
import {
  DELIVERIES_PATH,
  DELIVERY_STATUSES,
  type DeliveryRecord,
  endpointPath,
  eventWord,
  MAY_SDK,
  outcomeOf,
  subjectPath,
} from '../sdk'
import styles from './record.module.css'

const acts = lazyDialog(async () => ({ default: (await import('../commands/acts')).DeliveryActs }))

/** One delivery: what was sent, and what came back at every try. */
export function DeliveryPage() {
  const { id = '' } = useParams({ strict: false })
  const delivery = useRecord(
    'sdk.delivery',
    id,
    (signal) => body(api.GET('/v1/payin/webhook-deliveries/{id}', { params: { path: { id } }, signal })),
    ({ status }) => status === 'waiting',
  )
  return <Loaded query={delivery}>{(found) => <Record delivery={found} />}</Loaded>
}

function Record({ delivery }: { delivery: DeliveryRecord }) {
  const t = useT('kit', 'sdk')
  const language = useLanguage()
  const name = eventWord(t, delivery.type)
  const subject = subjectPath(delivery.type, delivery.subject_id)
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('sdk.tab.deliveries'), to: DELIVERIES_PATH }, { label: name }]}
          title={name}
          status={<StatusWord values={DELIVERY_STATUSES} value={delivery.status} text={{ t, language }} />}
          subtitle={outcomeOf(t, delivery)}
          actions={
            delivery.status !== 'waiting' && (
              <CommandButton
                dialog={acts}
                given={{ delivery, what: 'replay' }}
                permissions={MAY_SDK}
                icon={<Send size={18} strokeWidth={1.75} />}
              >
                {t('sdk.replay.open')}
              </CommandButton>
            )
          }
        />
      }
      main={
        <>
          <Tries delivery={delivery} />
          <JsonView value={pretty(delivery.body)} label={t('sdk.deliveries.body')} />
        </>
      }
      side={
        <Card title={t('sdk.deliveries.about')}>
          <dl className={styles.said}>
            <Said label={t('sdk.column.url')}>
              <Link to={endpointPath(delivery.endpoint_id)}>{delivery.url}</Link>
            </Said>
            <Said label={t('sdk.column.event_id')}>
              <CopyText text={delivery.event_id} />
            </Said>
            <Said label={t('sdk.column.subject_id')}>
              <CopyText text={delivery.subject_id} />
              {subject && (
                <>
                  {' '}
                  <Link to={subject}>{t('sdk.deliveries.to_subject')}</Link>
                </>
              )}
            </Said>
            <Said label={t('sdk.column.at')}>
              <DateTime at={delivery.created_at} time="seconds" year="always" />
            </Said>
            {delivery.next_at && (
              <Said label={t('sdk.column.next_at')}>
                <DateTime at={delivery.next_at} year="always" time="seconds" />
              </Said>
            )}
          </dl>
        </Card>
      }
      raw={delivery}
    />
  )
}

function Said({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** It is sent without white space; to read, it has some. */
function pretty(text: string): string {
  return JSON.stringify(JSON.parse(text), null, 2)
}

function Tries({ delivery: { tries } }: { delivery: DeliveryRecord }) {
  const t = useT('sdk')
  return (
    <Card title={t('sdk.deliveries.tries')} flush={tries.length > 0}>
      {tries.length === 0 ? (
        <p>{t('sdk.not_tried')}</p>
      ) : (
        <MiniTable
          label={t('sdk.deliveries.tries')}
          columns={[
            { key: 'number', title: t('sdk.column.number') },
            { key: 'at', title: t('sdk.column.at') },
            { key: 'outcome', title: t('sdk.column.outcome') },
            { key: 'answer', title: t('sdk.column.answer') },
            { key: 'took', title: t('sdk.column.duration'), end: true },
          ]}
          rows={tries.map(({ number, at, status, error, answer, duration_ms }) => ({
            key: String(number),
            cells: [
              number,
              <DateTime key="at" at={at} time="seconds" />,
              outcomeOf(t, { last_status: status, last_error: error, attempts: 1 }),
              answer || '—',
              t('sdk.took', { ms: duration_ms }),
            ],
          }))}
        />
      )}
    </Card>
  )
}
