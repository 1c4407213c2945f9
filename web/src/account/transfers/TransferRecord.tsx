import { Link, Navigate, useParams } from '@tanstack/react-router'
import { Ban, FileText, RotateCw, ShieldAlert } from 'lucide-react'
import { answer, api, body } from '../../app/api'
import { CallError } from '../../app/errors'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { CopyText } from '../../kit/CopyText'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { DownloadButton } from '../../kit/export/DownloadButton'
import { formatDay, formatDocument, formatTime } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Money } from '../../kit/Money'
import { bankName } from '../../kit/place/bankName'
import { numberOf } from '../../kit/place/words'
import { Facts } from '../../kit/record/Facts'
import { Journals } from '../../kit/record/Journals'
import { Loaded } from '../../kit/record/Loaded'
import { paymentOutPath } from '../../kit/record/objectPath'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { EvidencePanel, EvidenceTimeline, MarkButton } from '../../payouts/evidence/EvidencePanel'
import { Card } from '../../ui/Card'
import { bankAccountPath } from '../bankaccounts/bankAccount'
import { History, Orders, Returns } from './record/parts'
import { Situation } from './record/Situation'
import {
  isCancellable,
  isMoving,
  MAY_WITHDRAW,
  SEE_PAYMENTS,
  SHOWN_STATUSES,
  shownStatus,
  TRANSFERS_PATH,
  type TransferRecord,
  wordOf,
} from './transfer'

const acts = lazyDialog(() => import('./commands/acts'))
const again = lazyDialog(() => import('./commands/NewTransfer'))

/** One withdrawal: where it goes, what the bank was asked and said, what was posted. Follows it by itself. */
export function TransferPage() {
  const { id = '' } = useParams({ strict: false })
  const transfer = useRecord(
    'account.transfer',
    id,
    (signal) => body(api.GET('/v1/account/withdrawals/{id}', { params: { path: { id } }, signal })),
    isMoving,
  )
  // A payment to somebody else stands in the same books and has the same kind of id, and a page of its own.
  if (transfer.error instanceof CallError && transfer.error.status === 404 && may(SEE_PAYMENTS))
    return <Navigate to={paymentOutPath(id)} replace />
  return <Loaded query={transfer}>{(found) => <Record transfer={found} />}</Loaded>
}

function Record({ transfer }: { transfer: TransferRecord }) {
  const t = useT('kit', 'transfers')
  const language = useLanguage()
  const { id, amount, holder_name, created_at, end_to_end_id } = transfer
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('transfers.title'), to: TRANSFERS_PATH }, { label: end_to_end_id ?? id }]}
          title={<Money value={amount} />}
          status={<StatusWord values={SHOWN_STATUSES} value={shownStatus(transfer)} text={{ t, language }} />}
          subtitle={t('transfers.record.to', {
            name: holder_name,
            at: formatTime(created_at, language, { time: 'seconds' }),
          })}
          company={transfer.company_id}
          actions={<Actions transfer={transfer} />}
        />
      }
      situation={
        <div aria-live="polite">
          <Situation transfer={transfer} />
        </div>
      }
      main={
        <>
          <Known transfer={transfer} />
          <EvidencePanel id={id} />
          {transfer.returns.length > 0 && <Returns returns={transfer.returns} />}
          {transfer.orders.length > 0 && <Orders orders={transfer.orders} />}
          <Journals entries={transfer.entries} />
        </>
      }
      side={
        <>
          <History timeline={transfer.timeline} />
          <EvidenceTimeline id={id} />
        </>
      }
      tabs={[trailTab(t, 'transfers', id)]}
      raw={transfer}
    />
  )
}

function Actions({ transfer }: { transfer: TransferRecord }) {
  const t = useT('transfers')
  const language = useLanguage()
  const icon = { size: 18, strokeWidth: 1.75 }
  const receipt = () =>
    answer(
      api.GET('/v1/account/withdrawals/{id}/receipt', {
        params: { path: { id: transfer.id }, query: { locale: language } },
        parseAs: 'blob',
      }),
    )
  return (
    <>
      {transfer.status === 'in_bank_processing' && <MarkButton id={transfer.id} />}
      {transfer.status === 'done' && (
        <DownloadButton get={receipt} variant="secondary" icon={<FileText {...icon} />}>
          {t('transfers.receipt')}
        </DownloadButton>
      )}
      {transfer.end_to_end_id &&
        transfer.status === 'done' &&
        transfer.returned.amount < transfer.amount.amount && (
          <CommandButton
            dialog={acts}
            given={{ id: transfer.id, what: 'contest' }}
            permissions={MAY_WITHDRAW}
            variant="secondary"
            icon={<ShieldAlert {...icon} />}
          >
            {t('transfers.claim.open')}
          </CommandButton>
        )}
      {isCancellable(transfer) && (
        <CommandButton
          dialog={acts}
          given={{ id: transfer.id, what: 'cancel' }}
          permissions={MAY_WITHDRAW}
          variant="secondary"
          icon={<Ban {...icon} />}
        >
          {t('transfers.cancel.open')}
        </CommandButton>
      )}
      {['failed', 'cancelled', 'returned'].includes(shownStatus(transfer)) && (
        <CommandButton
          dialog={again}
          given={{ like: transfer }}
          permissions={MAY_WITHDRAW}
          icon={<RotateCw {...icon} />}
        >
          {t('transfers.again.open')}
        </CommandButton>
      )}
    </>
  )
}

function Known({ transfer }: { transfer: TransferRecord }) {
  const t = useT('transfers')
  const language = useLanguage()
  const { pix_key, end_to_end_id, ended_at, compe, ispb } = transfer
  return (
    <Card title={t('transfers.record.card')}>
      <Facts
        facts={[
          {
            label: t('transfers.column.end_to_end_id'),
            value: end_to_end_id && <CopyText text={end_to_end_id} />,
            wide: true,
          },
          { label: t('transfers.column.holder_name'), value: transfer.holder_name },
          { label: t('transfers.column.holder_document'), value: formatDocument(transfer.holder_document) },
          { label: t('transfers.column.bank_name'), value: bankName(transfer.bank_name) },
          {
            label: t('transfers.column.bank_code'),
            value: [compe, ispb].filter(Boolean).join(' · ') || null,
          },
          {
            label: t(pix_key ? 'transfers.column.pix_key' : 'transfers.column.number'),
            value: <Link to={bankAccountPath(transfer.bank_account_id)}>{numberOf(transfer)}</Link>,
          },
          { label: t('transfers.column.gross'), value: <Money value={transfer.gross} /> },
          { label: t('transfers.column.fee'), value: <Money value={transfer.fee} /> },
          { label: t('transfers.column.amount'), value: <Money value={transfer.amount} /> },
          ...(transfer.returned.amount > 0
            ? [{ label: t('transfers.column.returned'), value: <Money value={transfer.returned} /> }]
            : []),
          {
            label: t('transfers.column.scheduled_for'),
            value: transfer.scheduled_for && formatDay(transfer.scheduled_for, language),
          },
          {
            label: t('transfers.column.ended_at'),
            value: ended_at && <DateTime at={ended_at} year="always" />,
          },
          { label: t('transfers.column.origin'), value: wordOf(t, 'origin', transfer.origin) },
          { label: t('transfers.column.actor'), value: transfer.actor },
          { label: t('transfers.column.description'), value: transfer.description, wide: true },
        ]}
      />
    </Card>
  )
}
