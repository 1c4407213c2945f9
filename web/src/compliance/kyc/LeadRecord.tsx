import { Link, useParams } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CopyText } from '../../kit/CopyText'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatDay, formatDocument } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { Moments } from '../../kit/record/Moments'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { Act } from './Act'
import {
  LEAD_STATES,
  LEADS_PATH,
  type Lead,
  leadPath,
  MAY_WRITE,
  RISKS,
  requestPath,
  toldOf,
  wordOf,
} from './kyc'
import styles from './kyc.module.css'
import { Checks } from './parts'

const convert = lazyDialog(() => import('./ConvertLead'))

/** One lead: what is known of it, and whether a full file is worth it. */
export function LeadRecord() {
  const { id = '' } = useParams({ strict: false })
  const lead = useRecord(
    'kyc.leads',
    id,
    (signal) => body(api.GET('/v1/kyc/leads/{id}', { params: { path: { id } }, signal })),
    ({ review }) => review?.checks.some(({ state }) => state === 'asked') ?? false,
  )
  return <Loaded query={lead}>{(found) => <Found lead={found} />}</Loaded>
}

function Found({ lead }: { lead: Lead }) {
  const t = useT('kit', 'kyc')
  const language = useLanguage()
  const { review } = lead
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('kyc.leads.title'), to: LEADS_PATH }, { label: lead.name }]}
          title={lead.name}
          status={<StatusWord values={LEAD_STATES} value={lead.state} text={{ t, language }} />}
          subtitle={[formatDocument(lead.document), wordOf(t, 'subject', lead.kind)].join(' · ')}
          actions={review && <Buttons lead={lead} />}
        />
      }
      situation={
        lead.request_id && (
          <Banner tone="success">
            <Link to={requestPath(lead.request_id)}>{t('kyc.lead.became')}</Link>
          </Banner>
        )
      }
      main={
        <>
          <Card title={t('kyc.record.subject')}>
            <Facts
              facts={[
                {
                  label: t('kyc.column.document'),
                  value: <CopyText text={formatDocument(lead.document)} />,
                },
                { label: t('kyc.field.email'), value: lead.email },
                { label: t('kyc.field.phone'), value: lead.phone },
                { label: t('kyc.column.source'), value: wordOf(t, 'source', lead.source) },
                { label: t('kyc.column.created_at'), value: <DateTime at={lead.created_at} /> },
                { label: t('kyc.column.expires_on'), value: formatDay(lead.expires_on, language) },
              ]}
            />
          </Card>
          {review && <Duplicates lead={lead} />}
          <Moments
            title={t('kyc.record.timeline')}
            moments={lead.timeline.map(toldOf)}
            word={(group, value) =>
              group === 'event' ? wordOf(t, 'event', value.split(':').slice(1).join('_')) : value
            }
          />
        </>
      }
      side={
        review && (
          <>
            <Card title={t('kyc.record.review')}>
              <Facts
                facts={[
                  {
                    label: t('kyc.column.risk'),
                    value: review.risk && (
                      <StatusWord values={RISKS} value={review.risk} text={{ t, language }} />
                    ),
                  },
                  { label: t('kyc.column.owner'), value: review.owner },
                  {
                    label: t('kyc.risk_field.reason'),
                    value: review.risk_reasons.join(', ') || null,
                    wide: true,
                  },
                ]}
              />
            </Card>
            <Checks checks={review.checks} />
          </>
        )
      }
      raw={lead}
    />
  )
}

function Buttons({ lead }: { lead: Lead }) {
  const t = useT('kyc')
  const given = { id: lead.id, number: formatDocument(lead.document), name: lead.name }
  const done = ['ready', 'needs_look', 'done'].includes(lead.state)
  const open = done || lead.state === 'new' || lead.state === 'checking'
  return (
    <>
      {open && <Act what="discard" given={given} />}
      {open && (
        <Act what="lead_check" given={given} variant={lead.state === 'new' ? 'primary' : 'secondary'} />
      )}
      {(done || lead.state === 'checking') && (
        <Act what="assess" given={given} variant={done ? 'secondary' : 'primary'} />
      )}
      {['discarded', 'expired'].includes(lead.state) && <Act what="reopen" given={given} />}
      {done && (
        <CommandButton dialog={convert} given={{ lead }} permissions={MAY_WRITE} anyMerchant>
          {t('kyc.lead.convert')}
        </CommandButton>
      )}
    </>
  )
}

const companyPath = (id: string) => `/dashboard/companies/${id}`

function Duplicates({ lead }: { lead: Lead }) {
  const t = useT('kyc')
  const found = lead.review?.duplicates ?? []
  return (
    <Card title={t('kyc.lead.duplicates')}>
      {found.length === 0 ? (
        <p className={styles.quiet}>{t('kyc.lead.no_duplicates')}</p>
      ) : (
        <ul className={styles.checks}>
          {found.map(({ kind, id, name, by }) => (
            <li key={`${kind}${id}`} className={styles.checkHead}>
              <Link
                to={kind === 'lead' ? leadPath(id) : kind === 'request' ? requestPath(id) : companyPath(id)}
              >
                {name}
              </Link>
              <span className={styles.quiet}>
                {wordOf(t, 'duplicate', kind)}, {wordOf(t, 'duplicate', by)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
