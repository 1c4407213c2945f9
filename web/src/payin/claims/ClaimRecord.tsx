import { Link, useParams } from '@tanstack/react-router'
import { Ban, Clock, TriangleAlert } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CopyText } from '../../kit/CopyText'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatDocument, formatTime } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Money } from '../../kit/Money'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { Moments } from '../../kit/record/Moments'
import { transferPath } from '../../kit/record/objectPath'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { DueIn } from '../med/DueIn'
import { CLAIM_STATUSES, CLAIMS_PATH, type ClaimRecord, isOpen, wordOf } from './claim'

const acts = lazyDialog(() => import('./commands/acts'))
const MAY_WITHDRAW = ['payin::withdrawals:write']
const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }

/** One claim: what was told to the receiver's bank, what it answered, and what came back. Follows it by itself. */
export function ClaimPage() {
  const { id = '' } = useParams({ strict: false })
  const claim = useRecord(
    'account.claim',
    id,
    (signal) => body(api.GET('/v1/account/disputes/{id}', { params: { path: { id } }, signal })),
    isOpen,
  )
  return <Loaded query={claim}>{(found) => <Record claim={found} />}</Loaded>
}

function Record({ claim }: { claim: ClaimRecord }) {
  const t = useT('kit', 'claims')
  const language = useLanguage()
  const { id, amount, status, holder_name, opened_at, end_to_end_id, payout_id } = claim
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('claims.title'), to: CLAIMS_PATH }, { label: end_to_end_id }]}
          title={<Money value={amount} />}
          status={<StatusWord values={CLAIM_STATUSES} value={status} text={{ t, language }} />}
          subtitle={
            <>
              {t('claims.record.asked', {
                name: holder_name,
                at: formatTime(opened_at, language),
              })}
              {' · '}
              <Link to={transferPath(payout_id)}>{t('claims.record.transfer')}</Link>
            </>
          }
          actions={
            isOpen(claim) &&
            !claim.cancel_requested && (
              <CommandButton
                dialog={acts}
                given={{ id, what: 'cancel' }}
                permissions={MAY_WITHDRAW}
                variant="secondary"
                icon={<Ban size={18} strokeWidth={1.75} />}
              >
                {t('claims.cancel.open')}
              </CommandButton>
            )
          }
        />
      }
      situation={<Situation claim={claim} />}
      main={<Known claim={claim} />}
      side={
        <Moments
          title={t('claims.record.timeline')}
          moments={claim.timeline}
          word={(group, value) => wordOf(t, group, value)}
        />
      }
      tabs={[trailTab(t, 'claims', id)]}
      raw={claim}
    />
  )
}

/** What is waited for, until when, and what to do. */
function Situation({ claim: { status, due_at, answer } }: { claim: ClaimRecord }) {
  const t = useT('claims')
  const language = useLanguage()
  if (status === 'refused') {
    return (
      <Banner tone="atention" icon={<TriangleAlert {...ICON} />}>
        <strong>{t('claims.situation.refused')}</strong>
        {answer && <p>{answer}</p>}
        <p>{t('claims.situation.refused_next')}</p>
      </Banner>
    )
  }
  if ((status !== 'reported' && status !== 'asked') || !due_at) return null
  const until = formatTime(due_at, language)
  return (
    <Banner tone="awaiting" icon={<Clock {...ICON} />} action={<DueIn until={due_at} />}>
      <strong>{t(`claims.situation.${status}`, { until })}</strong>
      <p>{t(`claims.situation.${status}_next`)}</p>
    </Banner>
  )
}

function Known({ claim }: { claim: ClaimRecord }) {
  const t = useT('claims')
  const { reason, holder_name, holder_document, returned, paid, paid_at, ended_at, told_error } = claim
  const ids = [
    { label: t('claims.column.end_to_end_id'), id: claim.end_to_end_id },
    { label: t('claims.column.report_id'), id: claim.report_id },
    { label: t('claims.column.request_id'), id: claim.request_id },
    { label: t('claims.column.rtr_id'), id: claim.rtr_id },
  ]
  return (
    <Card title={t('claims.record.card')}>
      <Facts
        facts={[
          { label: t('claims.column.reason'), value: wordOf(t, 'reason', reason) },
          { label: t('claims.column.amount'), value: <Money value={claim.amount} /> },
          { label: t('claims.column.returned'), value: <Money value={returned} /> },
          { label: t('claims.column.paid'), value: <Money value={paid} /> },
          { label: t('claims.column.paid_at'), value: <DateTime at={paid_at} year="always" /> },
          { label: t('claims.column.ended_at'), value: ended_at && <DateTime at={ended_at} year="always" /> },
          { label: t('claims.column.holder_name'), value: holder_name },
          { label: t('claims.column.holder_document'), value: formatDocument(holder_document) },
          { label: t('claims.column.opened_by'), value: claim.opened_by },
          { label: t('claims.column.details'), value: claim.details, wide: true },
          ...(claim.answer ? [{ label: t('claims.column.answer'), value: claim.answer, wide: true }] : []),
          ...(claim.rejection
            ? [{ label: t('claims.column.rejection'), value: wordOf(t, 'rejection', claim.rejection) }]
            : []),
          ...ids.flatMap(({ label, id }) =>
            id ? [{ label, value: <CopyText text={id} />, wide: true }] : [],
          ),
          ...(told_error ? [{ label: t('claims.column.told_error'), value: told_error, wide: true }] : []),
        ]}
      />
    </Card>
  )
}
