import { Link, useParams } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { textOf } from '../../app/errors'
import { useLanguage, useT } from '../../app/i18n'
import { CopyText } from '../../kit/CopyText'
import { PlanView } from '../../kit/command/PlanView'
import { DateTime } from '../../kit/DateTime'
import { formatMoney, shortId } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { objectPath } from '../../kit/record/objectPath'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { APPROVAL_STATUSES, APPROVALS_PATH, type Approval, approvalPath, wordOf } from '../approvals'
import { planWords, valueOf } from '../planWords'
import { Actions } from './Actions'
import { Decisions } from './Decisions'
import { Edits } from './Edits'
import styles from './record.module.css'

/** One request: what would happen, who asked for it, and who has decided. */
export function ApprovalRecord() {
  const { id = '' } = useParams({ strict: false })
  const request = useRecord(
    'approvals.request',
    id,
    (signal) => body(api.GET('/v1/approvals/{id}', { params: { path: { id } }, signal })),
    ({ status }) => status === 'awaiting',
  )
  return <Loaded query={request}>{(found) => <Request request={found} />}</Loaded>
}

function Request({ request }: { request: Approval }) {
  const t = useT('common', 'kit', 'approvals')
  const language = useLanguage()
  const { command, status, error, amount, others, plan, round, may_decide } = request
  const title = wordOf(t, 'command', command)
  // Its newest plan was made by an edit.
  const edited = request.edited_at !== null && request.edited_at === request.planned_at
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('approvals.title'), to: APPROVALS_PATH }, { label: title }]}
          title={amount ? `${title} · ${formatMoney(amount, language)}` : title}
          status={<StatusWord values={APPROVAL_STATUSES} value={status} text={{ t, language }} />}
          subtitle={[plan.about, request.company_name, request.maker].filter(Boolean).join(' · ')}
          actions={<Actions request={request} />}
        />
      }
      situation={
        <>
          {request.may_cancel && !may_decide && (
            <Banner tone="info" className={styles.situation}>
              {t('approvals.record.yours')}
            </Banner>
          )}
          {status === 'awaiting' && round > 1 && (
            <Banner tone="atention" className={styles.situation}>
              {t(edited ? 'approvals.record.edited' : 'approvals.record.asked_again')}
            </Banner>
          )}
          {error && (
            <Banner tone="error" className={styles.situation}>
              {textOf(t, error)}
            </Banner>
          )}
        </>
      }
      main={
        <>
          <Card>
            <PlanView plan={plan} words={planWords(t, language)} tense={tenseOf(status)} takeFocus={false} />
          </Card>
          <Card title={t('approvals.record.asked')}>
            <Asked request={request} />
          </Card>
          {request.edits.length > 0 && <Edits request={request} />}
          {others.length > 0 && (
            <Card title={t('approvals.record.others')}>
              <ul className={styles.list}>
                {others.map((other) => (
                  <li key={other.id}>
                    <Link to={approvalPath(other.id)}>{wordOf(t, 'command', other.command)}</Link>
                    {other.about && ` · ${other.about}`}
                    {other.amount && ` · ${formatMoney(other.amount, language)}`} · {other.maker}
                  </li>
                ))}
              </ul>
            </Card>
          )}
        </>
      }
      side={<Decisions request={request} />}
      tabs={[trailTab(t, 'approvals', request.id)]}
      raw={request}
    />
  )
}

/** A plan that no longer waits has come true, or never will. */
function tenseOf(status: Approval['status']): 'to_come' | 'done' | 'void' {
  if (status === 'awaiting') return 'to_come'
  return status === 'executed' ? 'done' : 'void'
}

function Asked({ request }: { request: Approval }) {
  const t = useT('approvals')
  const language = useLanguage()
  const told = new Set(request.plan.facts.map(({ field }) => field))
  const given = Object.entries(request.input).filter(
    ([name, value]) => value !== null && value !== '' && !told.has(name),
  )
  return (
    <Facts
      facts={[
        ...given.map(([name, value]) => ({
          label: wordOf(t, 'field', name),
          value: valueOf(t, language, name, value),
        })),
        ...(request.today
          ? [{ label: t('approvals.record.today'), value: formatMoney(request.today, language) }]
          : []),
        { label: t('approvals.column.maker'), value: request.maker },
        {
          label: t('approvals.column.created_at'),
          value: <DateTime at={request.created_at} year="always" />,
        },
        {
          label: t('approvals.column.expires_at'),
          value: <DateTime at={request.expires_at} year="always" />,
        },
        ...(request.subject
          ? [
              {
                label: t('approvals.column.subject'),
                value: <Subject name={request.command} id={request.subject} />,
              },
            ]
          : []),
        { label: t('approvals.column.id'), value: <CopyText text={request.id} short /> },
      ]}
    />
  )
}

/** What the request is about: where that is seen, if it has a screen. */
function Subject({ name, id }: { name: string; id: string }) {
  const path = objectPath(name, id)
  return path ? (
    <Link to={path} title={id}>
      {shortId(id)}
    </Link>
  ) : (
    <CopyText text={id} short />
  )
}
