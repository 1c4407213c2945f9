import { Link, useParams } from '@tanstack/react-router'
import { Ban, CircleCheck, Gauge, Pencil, X } from 'lucide-react'
import { api, body } from '../app/api'
import { useLanguage, useT } from '../app/i18n'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import { StatusWord } from '../kit/list/Cell'
import { Money } from '../kit/Money'
import { Loaded } from '../kit/record/Loaded'
import { RecordHeader } from '../kit/record/RecordHeader'
import { RecordPage } from '../kit/record/RecordPage'
import { trailTab } from '../kit/record/trailTab'
import { useRecord } from '../kit/record/useRecord'
import { Banner } from '../ui/Banner'
import {
  type AccountRecord as Account,
  BLOCKS,
  blockOf,
  companyPath,
  LIST_PATH,
  MAY_WRITE,
  nameOf,
  recipientOf,
  recipientPath,
} from './accounts'
import styles from './accounts.module.css'
import { AccountFacts, Entries, Holds } from './Holdings'

const acts = lazyDialog(() => import('./acts'))

/** One account: what it holds, what moved it, what is set aside, and what of it is blocked. */
export function AccountRecord() {
  const { id = '' } = useParams({ strict: false })
  const account = useRecord(
    'accounts.account',
    id,
    (signal) => body(api.GET('/v1/accounts/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={account}>{(found) => <Record account={found} />}</Loaded>
}

function Record({ account }: { account: Account }) {
  const t = useT('common', 'kit', 'companies', 'audit')
  const blocked = blockOf(account)
  return (
    <RecordPage
      header={<Header account={account} />}
      situation={
        blocked !== 'none' && (
          <Banner tone={blocked === 'closed' ? 'info' : 'error'} className={styles.situation}>
            <p>{t(`companies.accounts.situation.${blocked}`)}</p>
            {blocked !== 'closed' && <p>{account.block_reason}</p>}
          </Banner>
        )
      }
      main={<Entries account={account} />}
      side={
        <>
          <AccountFacts account={account} />
          {account.holds.length > 0 && <Holds holds={account.holds} />}
        </>
      }
      sideFirst
      tabs={[trailTab(t, 'accounts', String(account.id))]}
    />
  )
}

function Header({ account }: { account: Account }) {
  const t = useT('kit', 'companies')
  const language = useLanguage()
  const name = nameOf(t, account)
  const recipient = recipientOf(account.code)
  return (
    <RecordHeader
      crumbs={[{ label: t('companies.accounts.title'), to: LIST_PATH }, { label: name }]}
      title={<Money value={account.available} />}
      status={<StatusWord values={BLOCKS} value={blockOf(account)} text={{ t, language }} />}
      subtitle={
        <>
          {recipient ? <Link to={recipientPath(recipient)}>{name}</Link> : name} ·{' '}
          <Link to={companyPath(account.company_id)}>{account.company_name}</Link>
        </>
      }
      actions={account.kind === 'balance' && !account.closed_at && <Actions account={account} />}
    />
  )
}

function Actions({ account }: { account: Account }) {
  const t = useT('companies')
  const blocked = blockOf(account)
  const icon = { size: 18, strokeWidth: 1.75 }
  const shared = { dialog: acts, permissions: MAY_WRITE, anyMerchant: true } as const
  const sub = { dialog: acts, permissions: MAY_WRITE, anyMerchant: true, variant: 'secondary' } as const
  return (
    <>
      {account.alias !== null && (
        <>
          <CommandButton {...sub} given={{ account, what: 'rename' }} icon={<Pencil {...icon} />}>
            {t('companies.rename.open')}
          </CommandButton>
          <CommandButton {...sub} given={{ account, what: 'limit' }} icon={<Gauge {...icon} />}>
            {t('companies.limit.open')}
          </CommandButton>
          <CommandButton {...sub} given={{ account, what: 'close' }} icon={<X {...icon} />}>
            {t('companies.close.open')}
          </CommandButton>
        </>
      )}
      <CommandButton
        {...shared}
        given={{ account, what: 'block' }}
        variant="secondary"
        icon={<Ban {...icon} />}
      >
        {t(blocked === 'none' ? 'companies.block.open' : 'companies.block.again')}
      </CommandButton>
      {blocked !== 'none' && (
        <CommandButton {...shared} given={{ account, what: 'unblock' }} icon={<CircleCheck {...icon} />}>
          {t('companies.unblock.open')}
        </CommandButton>
      )}
    </>
  )
}
