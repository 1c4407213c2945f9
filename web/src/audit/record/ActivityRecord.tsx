import { Link, useParams } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CopyText } from '../../kit/CopyText'
import { DateTime } from '../../kit/DateTime'
import { Guarded } from '../../kit/Guarded'
import { StatusWord } from '../../kit/list/Cell'
import { Differences } from '../../kit/record/Differences'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { numberOf, objectPath } from '../../kit/record/objectPath'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { actionOf, actorOf, fieldOf, LOG_PATH, valueOf, wordOf } from '../../kit/record/trailWords'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { ACTIVITY_STATUSES, type Activity, SEE_LOG } from '../audit'
import { ProofCard } from './ProofCard'

/** One entry of the log: what is another than before, who did it, from where, and the proof that the entry is as it was. */
export function ActivityRecord() {
  return (
    <Guarded permissions={SEE_LOG}>
      <Asked />
    </Guarded>
  )
}

function Asked() {
  const { id = '' } = useParams({ strict: false })
  const entry = useRecord(
    'audit.activity',
    id,
    (signal) => body(api.GET('/v1/audit/activity/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={entry}>{(found) => <Entry entry={found} />}</Loaded>
}

function Entry({ entry }: { entry: Activity }) {
  const t = useT('kit', 'audit')
  const language = useLanguage()
  const title = actionOf(t, entry.name)
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('audit.title'), to: LOG_PATH }, { label: title }]}
          title={title}
          status={<StatusWord values={ACTIVITY_STATUSES} value={entry.status} text={{ t, language }} />}
          subtitle={[actorOf(t, entry.actor), entry.company_name].filter(Boolean).join(' · ')}
        />
      }
      situation={
        entry.forgotten.length > 0 && (
          <Banner tone="info">
            {t('audit.record.forgotten', {
              fields: entry.forgotten.map((name) => wordOf(t, 'personal', name)).join(', '),
            })}
          </Banner>
        )
      }
      main={
        <>
          {entry.changes.length > 0 && (
            <Card flush title={t('audit.changes.title')}>
              <Differences changes={entry.changes} />
            </Card>
          )}
          <Card title={t('audit.record.what')}>
            <What entry={entry} />
          </Card>
        </>
      }
      side={<ProofCard proof={entry.proof} index={entry.index} />}
      raw={entry}
    />
  )
}

function What({ entry }: { entry: Activity }) {
  const t = useT('audit')
  const language = useLanguage()
  const path = objectPath(entry.name, entry.subject_id)
  const number = numberOf(entry.subject_id)
  const subject = number
    ? `${wordOf(t, 'object', entry.subject_id.split(':')[0] ?? '')} #${number}`
    : entry.subject_id
  return (
    <Facts
      facts={[
        { label: t('audit.column.at'), value: <DateTime at={entry.at} year="always" time="seconds" /> },
        { label: t('audit.column.doer'), value: wordOf(t, 'doer', entry.doer) },
        {
          label: t('audit.column.actor'),
          value: (
            <Link to={LOG_PATH} search={{ actor: entry.actor } as never}>
              {actorOf(t, entry.actor)}
            </Link>
          ),
        },
        { label: t('audit.column.company_name'), value: entry.company_name },
        ...(entry.reason ? [{ label: t('audit.record.reason'), value: entry.reason, wide: true }] : []),
        {
          label: t('audit.column.subject_id'),
          value: path ? <Link to={path}>{subject}</Link> : <CopyText text={entry.subject_id} />,
          wide: true,
        },
        ...Object.entries(entry.data).map(([name, value]) => ({
          label: fieldOf(t, name),
          value: valueOf(t, language, name, value),
        })),
        { label: t('audit.record.ip'), value: entry.ip },
        { label: t('audit.record.device'), value: entry.device || null },
        {
          label: t('audit.record.request_id'),
          value: entry.request_id && <CopyText text={entry.request_id} short />,
        },
        { label: t('audit.record.name'), value: <CopyText text={entry.name} /> },
      ]}
    />
  )
}
