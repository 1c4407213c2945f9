import { useParams } from '@tanstack/react-router'
import { CircleAlert, Clock, Pause, Pencil, Play, Send } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatDocument, formatTime } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Money } from '../../kit/Money'
import { placeOf } from '../../kit/place/words'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import sums from '../record/Summary.module.css'
import {
  ACCOUNT_STATUSES,
  MAY_PAY_OUT,
  MAY_WRITE,
  RECIPIENT_STATUSES,
  RECIPIENTS_PATH,
  type RecipientRecord,
  wordOf,
} from './recipient'
import { Entries, Payouts, Received } from './tables'

const payOut = lazyDialog(() => import('./commands/PayOut'))
const change = lazyDialog(() => import('./commands/ChangeRecipient'))
const acts = lazyDialog(() => import('./commands/acts'))

const OPEN = new Set(['created', 'pending', 'in_bank_processing', 'blocked'])

/** One recipient: what it has, what came in for it, what was paid out. Follows its payouts by itself. */
export function RecipientPage() {
  const { id = '' } = useParams({ strict: false })
  const recipient = useRecord(
    'payin.recipient',
    id,
    (signal) => body(api.GET('/v1/payin/recipients/{id}', { params: { path: { id } }, signal })),
    ({ payouts, account }) =>
      account.status === 'pending_verification' || payouts.some(({ status }) => OPEN.has(status)),
  )
  return <Loaded query={recipient}>{(found) => <Record recipient={found} />}</Loaded>
}

function Record({ recipient }: { recipient: RecipientRecord }) {
  const t = useT('kit', 'recipients', 'transfers')
  const language = useLanguage()
  const { id, name, status, document } = recipient
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('recipients.title'), to: RECIPIENTS_PATH }, { label: name }]}
          title={name}
          status={<StatusWord values={RECIPIENT_STATUSES} value={status} text={{ t, language }} />}
          subtitle={formatDocument(document)}
          actions={<Actions recipient={recipient} />}
        />
      }
      situation={
        <div aria-live="polite">
          <Situation recipient={recipient} />
        </div>
      }
      main={
        <>
          <Known recipient={recipient} />
          {recipient.shares.length > 0 && (
            <Received shares={recipient.shares} count={recipient.share_count} />
          )}
          {recipient.payouts.length > 0 && <Payouts payouts={recipient.payouts} />}
        </>
      }
      side={<Sums recipient={recipient} />}
      sideFirst
      tabs={[
        {
          key: 'entries',
          label: t('recipients.card.entries'),
          content: <Entries entries={recipient.entries} />,
        },
        trailTab(t, 'recipients', id),
      ]}
      raw={recipient}
    />
  )
}

function Actions({ recipient }: { recipient: RecipientRecord }) {
  const t = useT('recipients')
  const icon = { size: 18, strokeWidth: 1.75 }
  const active = recipient.status === 'active'
  const usable = active && recipient.account.usable && recipient.balance.amount > recipient.fee.amount
  return (
    <>
      <CommandButton
        dialog={acts}
        given={{ recipient, what: recipient.status === 'active' ? 'suspend' : 'reactivate' }}
        permissions={MAY_WRITE}
        variant="secondary"
        icon={active ? <Pause {...icon} /> : <Play {...icon} />}
      >
        {t(active ? 'recipients.suspend.open' : 'recipients.reactivate.open')}
      </CommandButton>
      <CommandButton
        dialog={change}
        given={{ recipient }}
        permissions={MAY_WRITE}
        variant="secondary"
        icon={<Pencil {...icon} />}
      >
        {t('recipients.change.open')}
      </CommandButton>
      <CommandButton
        dialog={payOut}
        given={{ recipient }}
        permissions={MAY_PAY_OUT}
        disabled={!usable}
        icon={<Send {...icon} />}
      >
        {t('recipients.pay_out.open')}
      </CommandButton>
    </>
  )
}

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }

/** What a person should know first. */
function Situation({ recipient: { status, reason, account } }: { recipient: RecipientRecord }) {
  const t = useT('recipients')
  const language = useLanguage()
  if (status === 'suspended') {
    return (
      <Banner tone="atention" icon={<Pause {...ICON} />}>
        <strong>{t('recipients.situation.suspended')}</strong>
        <p>{reason}</p>
      </Banner>
    )
  }
  if (account.status === 'rejected' || account.status === 'disabled') {
    return (
      <Banner tone="error" icon={<CircleAlert {...ICON} />}>
        {t(`recipients.situation.${account.status}`)}
      </Banner>
    )
  }
  if (account.usable) return null
  return (
    <Banner tone="awaiting" icon={<Clock {...ICON} />}>
      {account.status === 'verified'
        ? t('recipients.situation.cooling_off', { at: formatTime(account.usable_from, language) })
        : t('recipients.situation.verifying')}
    </Banner>
  )
}

function Known({ recipient: { name, document, account, created_at } }: { recipient: RecipientRecord }) {
  const t = useT('recipients', 'transfers')
  const language = useLanguage()
  return (
    <Card title={t('recipients.card.recipient')}>
      <Facts
        facts={[
          { label: t('recipients.column.name'), value: name },
          { label: t('recipients.column.document'), value: formatDocument(document) },
          { label: wordOf(t, 'place', account.kind), value: placeOf(account) },
          {
            label: t('recipients.column.account_status'),
            value: <StatusWord values={ACCOUNT_STATUSES} value={account.status} text={{ t, language }} />,
          },
          { label: t('recipients.column.created_at'), value: <DateTime at={created_at} year="always" /> },
        ]}
      />
    </Card>
  )
}

const SUMS = ['balance', 'on_hold', 'received', 'returned', 'carried', 'paid_out'] as const

function Sums({ recipient }: { recipient: RecipientRecord }) {
  const t = useT('recipients')
  return (
    <Card title={t('recipients.card.sums')}>
      <dl className={sums.sums}>
        {SUMS.map((key) => (
          <div key={key}>
            <dt>{t(`recipients.sum.${key}`)}</dt>
            <dd>
              <Money value={recipient[key]} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
