import { useParams } from '@tanstack/react-router'
import { BadgeCheck, Ban, CircleAlert, Clock, Star } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CopyText } from '../../kit/CopyText'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatDocument, formatTime } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { bankName } from '../../kit/place/bankName'
import { refusalOf } from '../../kit/place/refusal'
import { numberOf, placeOf } from '../../kit/place/words'
import { Facts } from '../../kit/record/Facts'
import { Journals } from '../../kit/record/Journals'
import { Loaded } from '../../kit/record/Loaded'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { History, Orders } from '../transfers/record/parts'
import { wordOf } from '../transfers/transfer'
import {
  ACCOUNT_STATUSES,
  BANK_ACCOUNTS_PATH,
  type BankAccountRecord,
  MAY_CHANGE_ACCOUNTS,
} from './bankAccount'

const acts = lazyDialog(() => import('./commands/acts'))

/** One bank account: where it is, whose it is, and how that is known. Follows its centavo by itself. */
export function BankAccountPage() {
  const { id = '' } = useParams({ strict: false })
  const account = useRecord(
    'account.bank_account',
    id,
    (signal) => body(api.GET('/v1/account/bank-accounts/{id}', { params: { path: { id } }, signal })),
    ({ verifying }) => verifying,
  )
  return <Loaded query={account}>{(found) => <Record account={found} />}</Loaded>
}

function Record({ account }: { account: BankAccountRecord }) {
  const t = useT('kit', 'transfers')
  const language = useLanguage()
  const { id, nickname, status } = account
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('transfers.accounts.title'), to: BANK_ACCOUNTS_PATH }, { label: nickname }]}
          title={nickname}
          status={<StatusWord values={ACCOUNT_STATUSES} value={status} text={{ t, language }} />}
          subtitle={placeOf(account)}
          actions={<Actions account={account} />}
        />
      }
      situation={
        <div aria-live="polite">
          <Situation account={account} />
        </div>
      }
      main={
        <>
          <Known account={account} />
          {account.orders.length > 0 && <Orders orders={account.orders} />}
          <Journals entries={account.entries} />
        </>
      }
      side={<History timeline={account.timeline} />}
      tabs={[trailTab(t, 'bank-accounts', id)]}
      raw={account}
    />
  )
}

function Actions({ account: { id, status, verifying, is_default } }: { account: BankAccountRecord }) {
  const t = useT('transfers')
  const icon = { size: 18, strokeWidth: 1.75 }
  const shared = { dialog: acts, permissions: MAY_CHANGE_ACCOUNTS }
  return (
    <>
      {status !== 'disabled' && (
        <CommandButton
          {...shared}
          given={{ id, what: 'disable' }}
          variant="secondary"
          icon={<Ban {...icon} />}
        >
          {t('transfers.disable.open')}
        </CommandButton>
      )}
      {status === 'verified' && !is_default && (
        <CommandButton
          {...shared}
          given={{ id, what: 'make_default' }}
          variant="secondary"
          icon={<Star {...icon} />}
        >
          {t('transfers.make_default.open')}
        </CommandButton>
      )}
      {status === 'pending_verification' && (
        <CommandButton
          {...shared}
          given={{ id, what: 'verify' }}
          disabled={verifying}
          icon={<BadgeCheck {...icon} />}
        >
          {t('transfers.verify.open')}
        </CommandButton>
      )}
    </>
  )
}

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }

/** What a person should know first. */
function Situation({ account }: { account: BankAccountRecord }) {
  const t = useT('transfers')
  const language = useLanguage()
  const { status, verifying, reason, usable, usable_from } = account
  if (status === 'rejected') {
    const refused = refusalOf(t, reason)
    return (
      <Banner tone="error" icon={<CircleAlert {...ICON} />}>
        <strong>{t('transfers.account_situation.rejected')}</strong>
        <p>{refused?.why ?? wordOf(t, 'rejected', reason ?? '')}</p>
        <p>{t('transfers.account_situation.rejected_next')}</p>
      </Banner>
    )
  }
  if (status === 'pending_verification') {
    return (
      <Banner tone="awaiting" icon={<Clock {...ICON} />}>
        {t(verifying ? 'transfers.account_situation.verifying' : 'transfers.account_situation.pending')}
      </Banner>
    )
  }
  if (status !== 'verified' || usable) return null
  return (
    <Banner tone="awaiting" icon={<Clock {...ICON} />}>
      {t('transfers.account_situation.cooling_off', { at: formatTime(usable_from, language) })}
    </Banner>
  )
}

function Known({ account }: { account: BankAccountRecord }) {
  const t = useT('transfers')
  const { pix_key, pix_key_kind, verified_at } = account
  return (
    <Card title={t('transfers.record.account_card')}>
      <Facts
        facts={[
          { label: t('transfers.column.holder_name'), value: account.holder_name },
          { label: t('transfers.column.holder_document'), value: formatDocument(account.holder_document) },
          { label: t('transfers.column.ownership'), value: wordOf(t, 'ownership', account.ownership) },
          { label: t('transfers.column.bank_name'), value: bankName(account.bank_name) },
          { label: t('transfers.column.compe'), value: account.compe },
          { label: t('transfers.column.ispb'), value: account.ispb },
          ...(pix_key
            ? [
                {
                  label: t('transfers.column.pix_key'),
                  value: pix_key.includes('*') ? pix_key : <CopyText text={pix_key} />,
                },
                {
                  label: t('transfers.column.pix_key_kind'),
                  value: wordOf(t, 'key_kind', pix_key_kind ?? ''),
                },
              ]
            : [
                { label: t('transfers.column.number'), value: numberOf(account) },
                {
                  label: t('transfers.column.account_type'),
                  value: wordOf(t, 'account_type', account.account_type ?? ''),
                },
              ]),
          {
            label: t('transfers.column.is_default'),
            value: t(account.is_default ? 'transfers.yes' : 'transfers.no'),
          },
          {
            label: t('transfers.column.added_at'),
            value: <DateTime at={account.created_at} year="always" />,
          },
          {
            label: t('transfers.column.verified_at'),
            value: verified_at && <DateTime at={verified_at} year="always" />,
          },
          {
            label: t('transfers.column.usable_from'),
            value: <DateTime at={account.usable_from} year="always" />,
          },
        ]}
      />
    </Card>
  )
}
