import { Link, useParams } from '@tanstack/react-router'
import { answer, api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CopyText } from '../../kit/CopyText'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { DownloadButton } from '../../kit/export/DownloadButton'
import { formatDay, formatDocument, formatMoney } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { Moments } from '../../kit/record/Moments'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { Act, type ActGiven } from './Act'
import { Beside } from './Beside'
import { DocumentDesk } from './DocumentDesk'
import { KYC_PATH, MAY_WRITE, proposalPath, type Request, RISKS, STATES, saidOf, toldOf, wordOf } from './kyc'
import styles from './kyc.module.css'
import { Look } from './Look'
import { Outcome } from './Outcome'
import { Ownership } from './Ownership'
import { Checks } from './parts'

const editOwners = lazyDialog(() => import('./EditOwners'), { size: 'medium' })
/** A company's owners, as long as its merchant works on the request. */
const mayEdit = ({ state, document }: Request) =>
  document.length === 14 && (state === 'draft' || state === 'awaiting_documents')

/** One request: who it is about, its documents page by page, and what the provider thinks of it. */
export function RequestRecord() {
  const { id = '' } = useParams({ strict: false })
  const request = useRecord(
    'kyc.requests',
    id,
    (signal) => body(api.GET('/v1/kyc/requests/{id}', { params: { path: { id } }, signal })),
    ({ review }) => review?.checks.some(({ state }) => state === 'asked') ?? false,
  )
  return <Loaded query={request}>{(found) => <Found request={found} />}</Loaded>
}

const givenOf = ({ id, number, name }: Request): ActGiven => ({ id, number, name })

function Found({ request }: { request: Request }) {
  const t = useT('kit', 'kyc')
  const language = useLanguage()
  const { review, state } = request
  const worked = state === 'in_analysis' || state === 'awaiting_documents'
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('kyc.requests.title'), to: KYC_PATH }, { label: request.number }]}
          title={request.name}
          status={<StatusWord values={STATES} value={state} text={{ t, language }} />}
          subtitle={[
            request.number,
            `${request.reason_name}, v${request.reason_version}`,
            request.company_name,
          ].join(' · ')}
          actions={<Buttons request={request} />}
        />
      }
      situation={
        <>
          <Outcome request={request} />
          {!review && state === 'awaiting_documents' && (
            <Banner tone="awaiting">{t('kyc.situation.asked')}</Banner>
          )}
          {review && worked && review.missing.length > 0 && (
            <Banner tone="awaiting">
              {t('kyc.situation.missing')}{' '}
              {review.missing.map((each) => wordOf(t, 'missing', each)).join(', ')}
            </Banner>
          )}
          {review && state === 'in_analysis' && review.missing.length === 0 && (
            <Banner tone="success">{t('kyc.situation.ready')}</Banner>
          )}
        </>
      }
      main={
        <>
          <DocumentDesk
            request={request.id}
            documents={request.documents}
            bringing={state === 'draft' || state === 'awaiting_documents'}
            given={review && worked ? givenOf(request) : undefined}
          />
          <Card title={t('kyc.record.subject')}>
            <Facts facts={useFacts(request)} />
          </Card>
          {((request.form.owners?.length ?? 0) > 0 || mayEdit(request)) && <Owners request={request} />}
          {request.messages.length > 0 && (
            <Card title={t('kyc.record.messages')}>
              {request.messages.map(({ at, body: words }) => (
                <p key={at} className={styles.words}>
                  <DateTime at={at} /> {words}
                </p>
              ))}
            </Card>
          )}
          <Moments
            title={t('kyc.record.timeline')}
            moments={request.timeline.map(toldOf)}
            word={(group, value) =>
              group === 'event' ? wordOf(t, 'event', value.split(':').slice(1).join('_')) : value
            }
          />
        </>
      }
      side={
        <>
          {review && <Risk request={request} />}
          {review && (
            <Checks
              checks={review.checks}
              renderActs={(check) =>
                worked && check.state === 'hit' && !check.verdict ? (
                  <Act what="verdict" given={{ ...givenOf(request), check }} />
                ) : null
              }
            />
          )}
          <Beside request={request} />
        </>
      }
      raw={request}
    />
  )
}

function Buttons({ request }: { request: Request }) {
  const t = useT('kyc')
  const { state, review } = request
  const given = givenOf(request)
  const editing = { ...given, values: saidOf(request) }
  const mine = state === 'draft' || state === 'awaiting_documents'
  const paper = () =>
    answer(api.GET('/v1/kyc/requests/{id}/print', { params: { path: { id: request.id } }, parseAs: 'blob' }))
  return (
    <>
      {review && (
        <DownloadButton get={paper} variant="secondary">
          {t('kyc.record.print')}
        </DownloadButton>
      )}
      {['draft', 'submitted', 'awaiting_documents'].includes(state) && (
        <Act what="withdraw" given={given} warning={t('kyc.acts.withdraw_text')} />
      )}
      {mine && <Act what="save" given={editing} />}
      {review && state !== 'draft' && <Act what="note" given={given} />}
      {review && ['in_analysis', 'awaiting_documents'].includes(state) && (
        <>
          <Act what="ask" given={given} />
          <Act what="check" given={given} />
          <Act what="risk" given={given} />
        </>
      )}
      {review && state === 'in_analysis' && (
        <>
          <Act what="propose_rejection" given={given} />
          <Act what="propose_approval" given={given} variant="primary" disabled={review.missing.length > 0} />
        </>
      )}
      {review && state === 'submitted' && <Act what="take" given={given} variant="primary" />}
      {mine && <Act what="submit" given={given} variant="primary" />}
    </>
  )
}

function useFacts(request: Request) {
  const t = useT('kyc')
  const language = useLanguage()
  const { form } = request
  const said = (
    [
      'mother_name',
      'occupation',
      'legal_nature',
      'activity',
      'address',
      'email',
      'phone',
      'revenue_band',
      'purpose',
    ] as const
  ).flatMap((key) => (form[key] ? [{ label: t(`kyc.field.form_${key}`), value: form[key] }] : []))
  return [
    { label: t('kyc.column.document'), value: <CopyText text={formatDocument(request.document)} /> },
    {
      label: t('kyc.column.merchant_name'),
      value: request.review ? (
        <Look of="company" id={String(request.company_id)}>
          {request.company_name}
        </Look>
      ) : (
        request.company_name
      ),
    },
    { label: t('kyc.column.subject_type'), value: wordOf(t, 'subject', request.subject_type) },
    { label: t('kyc.column.country'), value: request.country },
    ...(form.opened_on
      ? [{ label: t('kyc.field.form_opened_on'), value: formatDay(form.opened_on, language) }]
      : []),
    ...said,
    ...(form.pep_declared ? [{ label: t('kyc.field.form_pep_declared'), value: t('kyc.reason.yes') }] : []),
    ...(form.expected_volume
      ? [
          {
            label: t('kyc.field.form_expected_volume'),
            value: formatMoney(form.expected_volume, language),
          },
        ]
      : []),
    { label: t('kyc.column.created_at'), value: <DateTime at={request.created_at} /> },
    {
      label: t('kyc.column.submitted_at'),
      value: request.submitted_at && <DateTime at={request.submitted_at} />,
    },
    { label: t('kyc.column.due_on'), value: request.due_on && formatDay(request.due_on, language) },
    {
      label: t('kyc.column.expires_on'),
      value: request.expires_on && formatDay(request.expires_on, language),
    },
  ]
}

function Owners({ request }: { request: Request }) {
  const t = useT('kyc')
  return (
    <Card
      title={t('kyc.record.owners')}
      flush
      actions={
        mayEdit(request) && (
          <CommandButton
            dialog={editOwners}
            given={{ request }}
            permissions={MAY_WRITE}
            anyMerchant
            variant="secondary"
          >
            {t('kyc.owners.edit')}
          </CommandButton>
        )
      }
    >
      {(request.form.owners ?? []).length === 0 && <p className={styles.inside}>{t('kyc.owners.none')}</p>}
      {request.ownership && <Ownership request={request} structure={request.ownership} />}
    </Card>
  )
}

function Risk({ request }: { request: Request }) {
  const t = useT('kyc')
  const language = useLanguage()
  const { review } = request
  const waiting = review?.proposals.find(({ outcome }) => outcome === 'waiting')
  return (
    <Card title={t('kyc.record.review')}>
      <Facts
        facts={[
          {
            label: t('kyc.column.risk'),
            value: review?.risk && <StatusWord values={RISKS} value={review.risk} text={{ t, language }} />,
          },
          { label: t('kyc.column.assignee'), value: review?.assignee },
          { label: t('kyc.risk_field.reason'), value: review?.risk_comment, wide: true },
        ]}
      />
      {waiting && <Link to={proposalPath(waiting.id)}>{t('kyc.record.proposal')}</Link>}
      <p className={styles.quiet}>{t('kyc.record.never_told')}</p>
    </Card>
  )
}
