import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Ban, CalendarClock, CalendarPlus, Check, Copy, QrCode, Send } from 'lucide-react'
import { api, body } from '../app/api'
import { useLanguage, useT } from '../app/i18n'
import { CopyText, useCopy } from '../kit/CopyText'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import { DateTime } from '../kit/DateTime'
import { formatDay, formatDocument } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { bankName } from '../kit/place/bankName'
import { Facts } from '../kit/record/Facts'
import { Loaded } from '../kit/record/Loaded'
import { PayerLink } from '../kit/record/PayerLink'
import { RecordHeader } from '../kit/record/RecordHeader'
import { RecordPage } from '../kit/record/RecordPage'
import { trailTab } from '../kit/record/trailTab'
import { useRecord } from '../kit/record/useRecord'
import { outageWords } from '../payin/outage'
import { Messages } from '../payin/record/Messages'
import codeStyles from '../payin/record/PixCode.module.css'
import { Shares } from '../payin/record/Shares'
import { Button } from '../ui/Button'
import { Card } from '../ui/Card'
import { Code } from './Code'
import { History } from './History'
import {
  amountOf,
  MAY_RECUR,
  MAY_SCHEDULE,
  OPEN_RECURRENCES,
  RECURRENCE_STATUSES,
  RECURRENCES_PATH,
  type RecurrenceRecord,
  wordOf,
} from './pix'
import { Charges, Requests } from './tables'

const act = lazyDialog(() => import('./commands/acts'))

/** One recurrence: what the payer agreed to, how they were asked, and the charge of every cycle. */
export function RecurrencePage() {
  const { id = '' } = useParams({ strict: false })
  const recurrence = useRecord(
    'payin.recurrence',
    id,
    (signal) => body(api.GET('/v1/payin/recurrences/{id}', { params: { path: { id } }, signal })),
    ({ status, cancel_requested }) =>
      OPEN_RECURRENCES.has(status) || (cancel_requested && status === 'approved'),
  )
  return <Loaded query={recurrence}>{(found) => <Record recurrence={found} />}</Loaded>
}

function Record({ recurrence }: { recurrence: RecurrenceRecord }) {
  const t = useT('kit', 'payin', 'pix')
  const language = useLanguage()
  const { contract, status, payer_name, periodicity, br_code } = recurrence
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('pix.recurrences'), to: RECURRENCES_PATH }, { label: contract }]}
          title={payer_name}
          status={<StatusWord values={RECURRENCE_STATUSES} value={status} text={{ t, language }} />}
          subtitle={`${amountOf(t, language, recurrence)}, ${wordOf(t, 'periodicity', periodicity)}`}
          company={recurrence.company_id}
          actions={<Actions recurrence={recurrence} />}
        />
      }
      main={
        <>
          <Known recurrence={recurrence} />
          {recurrence.split.length > 0 && (
            <Shares charge={{ split: recurrence.split, shares: [], payments: [] }} />
          )}
          {recurrence.charges.length > 0 && <Charges charges={recurrence.charges} />}
          {recurrence.requests.length > 0 && <Requests requests={recurrence.requests} />}
          <History timeline={recurrence.timeline} />
        </>
      }
      side={status === 'pending' && br_code && <Offer id={recurrence.id} code={br_code} />}
      sideFirst
      tabs={[
        {
          key: 'messages',
          label: t('pix.card.messages'),
          content: (
            <Messages
              of={recurrence}
              archive={(asked) => body(api.GET('/v1/payin/recurrences/{id}/archived-messages', asked))}
            />
          ),
        },
        trailTab(t, 'recurrences', recurrence.id),
      ]}
      raw={recurrence}
    />
  )
}

function Actions({
  recurrence: { id, status, requests, cancel_requested, br_code, code_wanted },
}: {
  recurrence: RecurrenceRecord
}) {
  const t = useT('pix')
  const icon = { size: 18, strokeWidth: 1.75 }
  const open = OPEN_RECURRENCES.has(status)
  if ((!open && status !== 'approved') || cancel_requested) return null
  const asked = requests.some((each) => ['created', 'pending', 'sent', 'received'].includes(each.status))
  const given = <What extends string>(what: What) => ({ id, what })
  return (
    <>
      <CommandButton
        dialog={act}
        given={given('recurrence_cancel')}
        permissions={MAY_RECUR}
        variant="secondary"
        icon={<Ban {...icon} />}
      >
        {t('pix.recurrence_cancel.open')}
      </CommandButton>
      {status === 'pending' && br_code && !code_wanted && (
        <CommandButton
          dialog={act}
          given={given('renew_code')}
          permissions={MAY_RECUR}
          variant="secondary"
          icon={<QrCode {...icon} />}
        >
          {t('pix.renew_code.open')}
        </CommandButton>
      )}
      {open && (
        <>
          <CommandButton
            dialog={act}
            given={given('start')}
            permissions={MAY_RECUR}
            variant="secondary"
            icon={<CalendarClock {...icon} />}
          >
            {t('pix.start.open')}
          </CommandButton>
          <CommandButton
            dialog={act}
            given={given(asked ? 'request_cancel' : 'request')}
            permissions={MAY_RECUR}
            icon={<Send {...icon} />}
          >
            {t(asked ? 'pix.request_cancel.open' : 'pix.request.open')}
          </CommandButton>
        </>
      )}
      {status === 'approved' && (
        <CommandButton
          dialog={act}
          given={given('charge')}
          permissions={MAY_SCHEDULE}
          icon={<CalendarPlus {...icon} />}
        >
          {t('pix.charge.open')}
        </CommandButton>
      )}
    </>
  )
}

function Known({ recurrence }: { recurrence: RecurrenceRecord }) {
  const t = useT('payin', 'pix')
  const language = useLanguage()
  const { id_rec, ends_on, next_due, approved_at, end_code, end_reason, ended_by, last_error } = recurrence
  return (
    <Card title={t('pix.card.recurrence')}>
      <Facts
        facts={[
          { label: t('pix.column.contract'), value: recurrence.contract },
          { label: t('pix.column.object'), value: recurrence.object },
          {
            label: t('payin.column.payer_name'),
            value: (
              <PayerLink
                id={recurrence.id}
                name={recurrence.payer_name}
                document={recurrence.payer_document}
              />
            ),
          },
          { label: t('pix.column.payer_document'), value: formatDocument(recurrence.payer_document) },
          { label: t('pix.column.amount'), value: amountOf(t, language, recurrence) },
          { label: t('pix.column.starts_on'), value: formatDay(recurrence.starts_on, language) },
          { label: t('pix.column.ends_on'), value: ends_on ? formatDay(ends_on, language) : t('pix.no_end') },
          { label: t('pix.column.next_due'), value: next_due && formatDay(next_due, language) },
          {
            label: t('pix.column.automatic'),
            value: t(recurrence.automatic ? 'pix.by_itself' : 'pix.by_hand'),
          },
          { label: t('pix.column.retry_policy'), value: wordOf(t, 'retry_policy', recurrence.retry_policy) },
          { label: t('pix.column.journey'), value: wordOf(t, 'journey', recurrence.journey) },
          {
            label: t('pix.column.approved_at'),
            value: approved_at && <DateTime at={approved_at} year="always" />,
          },
          {
            label: t('pix.column.payer_bank'),
            value: [bankName(recurrence.payer_bank_name), recurrence.payer_bank].filter(Boolean).join(' · '),
          },
          { label: t('pix.column.agreement'), value: recurrence.agreement },
          { label: t('pix.column.processor'), value: recurrence.processor },
          { label: t('pix.column.id_rec'), value: id_rec && <CopyText text={id_rec} />, wide: true },
          ...(end_code
            ? [{ label: t('pix.column.end_code'), value: <Code code={end_code} />, wide: true }]
            : []),
          ...(ended_by ? [{ label: t('pix.column.ended_by'), value: wordOf(t, 'requester', ended_by) }] : []),
          ...(end_reason ? [{ label: t('pix.column.end_reason'), value: end_reason, wide: true }] : []),
          ...(last_error
            ? [{ label: t('pix.column.last_error'), value: outageWords(t, last_error), wide: true }]
            : []),
        ]}
      />
    </Card>
  )
}

/** What the payer scans or pastes to agree. */
function Offer({ id, code }: { id: string; code: string }) {
  const t = useT('common', 'pix')
  const { copied, copy } = useCopy()
  const { data } = useQuery({
    queryKey: ['qr', id, code],
    queryFn: ({ signal }) =>
      body(
        api.GET('/v1/payin/recurrences/{id}/qr.svg', { params: { path: { id } }, parseAs: 'text', signal }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const icon = { size: 18, strokeWidth: 1.75 }
  return (
    <Card title={t('pix.card.code')}>
      <div className={codeStyles.code}>
        <div className={codeStyles.picture}>
          {data && (
            <img
              src={`data:image/svg+xml,${encodeURIComponent(data)}`}
              alt={t('pix.code_alt')}
              width={200}
              height={200}
            />
          )}
        </div>
        <Button
          wide
          variant="secondary"
          icon={copied ? <Check {...icon} /> : <Copy {...icon} />}
          onClick={() => copy(code)}
        >
          {t(copied ? 'common.action.copied' : 'pix.code_copy')}
        </Button>
      </div>
    </Card>
  )
}
