import { Link, useParams } from '@tanstack/react-router'
import { HandCoins, TriangleAlert, Undo2 } from 'lucide-react'
import { api, body } from '../../app/api'
import { type Translate, useLanguage, useT } from '../../app/i18n'
import { CopyText } from '../../kit/CopyText'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatDocument, formatMoney, formatTime } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Money } from '../../kit/Money'
import { bankName } from '../../kit/place/bankName'
import { Facts } from '../../kit/record/Facts'
import { Journals } from '../../kit/record/Journals'
import { Loaded } from '../../kit/record/Loaded'
import { Moments } from '../../kit/record/Moments'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { DEPOSIT_STATUSES, DEPOSITS_PATH, type DepositRecord, MAY_DECIDE, wordOf } from './deposit'
import { GiveBacks, Returns } from './tables'

const identify = lazyDialog(() => import('./commands/IdentifyDeposit'))
const giveBack = lazyDialog(() => import('./commands/GiveBack'))
const acts = lazyDialog(() => import('./commands/acts'))

/** One deposit: who sent it, whose it is and how that is known, where its money lies. */
export function DepositPage() {
  const { id = '' } = useParams({ strict: false })
  const deposit = useRecord(
    'account.deposit',
    id,
    (signal) => body(api.GET('/v1/account/deposits/{id}', { params: { path: { id } }, signal })),
    ({ status }) => status === 'returning',
  )
  return <Loaded query={deposit}>{(found) => <Record deposit={found} />}</Loaded>
}

function Record({ deposit }: { deposit: DepositRecord }) {
  const t = useT('kit', 'deposits')
  const language = useLanguage()
  const { amount, payer_name, paid_at, end_to_end_id, bank_ref, status } = deposit
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[
            { label: t('deposits.title'), to: DEPOSITS_PATH },
            { label: end_to_end_id ?? bank_ref ?? wordOf(t, 'method', deposit.method) },
          ]}
          title={<Money value={amount} />}
          status={<StatusWord values={DEPOSIT_STATUSES} value={status} text={{ t, language }} />}
          subtitle={t('deposits.record.sent', {
            payer: payer_name ?? t('deposits.list.no_payer'),
            at: formatTime(paid_at, language, { time: 'seconds' }),
          })}
          company={deposit.company_id}
          actions={<Actions deposit={deposit} />}
        />
      }
      situation={<Situation deposit={deposit} />}
      main={
        <>
          <Known deposit={deposit} />
          {deposit.returns.length > 0 && <Returns returns={deposit.returns} />}
          {deposit.give_backs.length > 0 && <GiveBacks parts={deposit.give_backs} />}
          <Journals entries={deposit.entries} />
        </>
      }
      side={<History timeline={deposit.timeline} />}
      tabs={[trailTab(t, 'deposits', deposit.id)]}
      raw={deposit}
    />
  )
}

function Actions({ deposit }: { deposit: DepositRecord }) {
  const t = useT('deposits')
  const icon = { size: 18, strokeWidth: 1.75 }
  return (
    <>
      {deposit.returnable && (
        <CommandButton
          dialog={acts}
          given={{ deposit, what: 'return' }}
          permissions={MAY_DECIDE}
          anyMerchant
          variant="secondary"
          icon={<Undo2 {...icon} />}
        >
          {t('deposits.return.open')}
        </CommandButton>
      )}
      {deposit.left && deposit.left.amount > 0 && (
        <CommandButton
          dialog={giveBack}
          given={{ deposit }}
          permissions={MAY_DECIDE}
          anyMerchant
          variant="secondary"
          icon={<Undo2 {...icon} />}
        >
          {t('deposits.give_back.open')}
        </CommandButton>
      )}
      {deposit.status === 'unidentified' && (
        <CommandButton
          dialog={identify}
          given={{ deposit }}
          permissions={MAY_DECIDE}
          anyMerchant
          icon={<HandCoins {...icon} />}
        >
          {t('deposits.identify.open')}
        </CommandButton>
      )}
    </>
  )
}

/** What a person should know first. */
function Situation({ deposit }: { deposit: DepositRecord }) {
  const t = useT('deposits')
  const language = useLanguage()
  const { status, candidate, amount, given_back, awaiting_approval } = deposit
  if (given_back.amount > 0 || (awaiting_approval?.amount ?? 0) > 0)
    return (
      <Banner tone="info" icon={<Undo2 size={18} strokeWidth={1.75} aria-hidden />}>
        {given_back.amount > 0 && (
          <strong>
            {t('deposits.record.partly', {
              given: formatMoney(given_back, language),
              amount: formatMoney(amount, language),
            })}
          </strong>
        )}
        {awaiting_approval && awaiting_approval.amount > 0 && (
          <p>{t('deposits.record.awaiting', { amount: formatMoney(awaiting_approval, language) })}</p>
        )}
      </Banner>
    )
  if (status !== 'unidentified') return null
  return (
    <Banner tone="atention" icon={<TriangleAlert size={18} strokeWidth={1.75} aria-hidden />}>
      <strong>{t('deposits.record.unidentified')}</strong>
      <p>
        {candidate
          ? t('deposits.record.candidate', { name: candidate.name })
          : t('deposits.record.unidentified_next')}
      </p>
    </Banner>
  )
}

function Known({ deposit }: { deposit: DepositRecord }) {
  const t = useT('deposits')
  const { payer_document, matched_by, identified_at, identified_by, reason } = deposit
  return (
    <Card title={t('deposits.record.card')}>
      <Facts
        facts={[
          ...cameBy(t, deposit),
          { label: t('deposits.column.payer_name'), value: deposit.payer_name },
          {
            label: t('deposits.column.payer_document'),
            value: payer_document && formatDocument(payer_document),
          },
          {
            label: t('deposits.column.bank'),
            value: [bankName(deposit.bank_name), deposit.bank].filter(Boolean).join(' · '),
          },
          { label: t('deposits.column.method'), value: wordOf(t, 'method', deposit.method) },
          { label: t('deposits.column.paid_at'), value: <DateTime at={deposit.paid_at} year="always" /> },
          {
            label: t('deposits.column.received_at'),
            value: <DateTime at={deposit.received_at} year="always" />,
          },
          { label: t('deposits.column.company_name'), value: matched_by && deposit.company_name },
          {
            label: t('deposits.column.matched_by'),
            value: matched_by && wordOf(t, 'matched_by', matched_by),
          },
          {
            label: t('deposits.column.identified_at'),
            value: identified_at && <DateTime at={identified_at} year="always" />,
          },
          ...(identified_by ? [{ label: t('deposits.column.identified_by'), value: identified_by }] : []),
          ...(reason ? [{ label: t('deposits.column.reason'), value: reason, wide: true }] : []),
        ]}
      />
    </Card>
  )
}

const filePath = (id: string): string => `/dashboard/payin/return-file/${id}`

/** By which Pix it came, or by which line of a bank's file; the file is the provider's to open. What another merchant paid came by none. */
function cameBy(t: Translate, { end_to_end_id, bank_ref, file_id, line, method }: DepositRecord) {
  if (method === 'internal') return []
  if (end_to_end_id)
    return [
      { label: t('deposits.column.end_to_end_id'), value: <CopyText text={end_to_end_id} />, wide: true },
    ]
  const place = t('deposits.column.line', { line: line ?? 0 })
  return [
    { label: t('deposits.column.bank_ref'), value: bank_ref && <CopyText text={bank_ref} /> },
    {
      label: t('deposits.column.file'),
      value: file_id ? <Link to={filePath(file_id)}>{place}</Link> : place,
    },
  ]
}

function History({ timeline }: { timeline: DepositRecord['timeline'] }) {
  const t = useT('deposits')
  return (
    <Moments
      title={t('deposits.record.timeline')}
      moments={timeline}
      word={(group, value) => wordOf(t, group, value)}
      more={({ reason }) => [reason]}
    />
  )
}
