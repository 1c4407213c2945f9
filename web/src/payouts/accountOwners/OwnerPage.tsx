import { useParams } from '@tanstack/react-router'
import { BadgeCheck, CircleAlert, Clock, Pencil, Play, X } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { lazyAct } from '../../kit/act/lazyAct'
import { CommandButton } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatDay, formatDocument } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { bankName } from '../../kit/place/bankName'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { Problems } from '../Problems'
import styles from '../registers.module.css'
import { Agreements, Signers } from './Members'
import { accountOf, MAY_WRITE, OWNERS_PATH, type Owner, type OwnerVersion, STATES, wordOf } from './owner'

const acts = () => import('./commands/acts')
const revise = lazyAct(acts, 'revise')
const verify = lazyAct(acts, 'verify')
const activate = lazyAct(acts, 'activate')
const retire = lazyAct(acts, 'retire')
const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }
/** Days before its last one at which an owner's end is said. */
const NEAR = 30

/** One account owner: what is in force, what comes next, its agreements with the bank and its signers. */
export function OwnerPage() {
  const { id = '' } = useParams({ strict: false })
  const owner = useRecord(
    'payouts.account_owner',
    id,
    (signal) => body(api.GET('/v1/payouts/account-owners/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={owner}>{(found) => <Record owner={found} />}</Loaded>
}

function Record({ owner }: { owner: Owner }) {
  const t = useT('kit', 'payoutRegisters')
  const language = useLanguage()
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('payoutRegisters.owners.title'), to: OWNERS_PATH }, { label: owner.name }]}
          title={owner.name}
          status={<StatusWord values={STATES} value={owner.state} text={{ t, language }} />}
          subtitle={[formatDocument(owner.document), owner.company_name].join(' · ')}
          actions={!owner.retired_at && <Actions owner={owner} />}
        />
      }
      situation={<Situation owner={owner} />}
      main={
        <>
          <Version title={t('payoutRegisters.card.shown', { version: owner.version })} version={owner} />
          {owner.next && owner.next.version !== owner.version && (
            <Version
              title={t('payoutRegisters.card.next', { version: owner.next.version })}
              version={owner.next}
            />
          )}
          <Versions owner={owner} />
        </>
      }
      side={
        <>
          <Agreements owner={owner} />
          <Signers owner={owner} />
        </>
      }
      tabs={[trailTab(t, 'account-owners', owner.id)]}
      raw={owner}
    />
  )
}

function Actions({ owner }: { owner: Owner }) {
  const t = useT('payoutRegisters')
  const shared = {
    given: { owner },
    permissions: MAY_WRITE,
    anyMerchant: true,
    variant: 'secondary',
  } as const
  const waits = owner.next?.status
  return (
    <>
      <CommandButton {...shared} dialog={retire} icon={<X {...ICON} />}>
        {t('payoutRegisters.owner.retire.open')}
      </CommandButton>
      {waits !== 'verified' && (
        <CommandButton {...shared} dialog={revise} icon={<Pencil {...ICON} />}>
          {t(waits ? 'payoutRegisters.owner.revise.draft' : 'payoutRegisters.owner.revise.open')}
        </CommandButton>
      )}
      {waits === 'draft' && (
        <CommandButton
          {...shared}
          dialog={verify}
          variant="primary"
          disabled={owner.next_mine}
          icon={<BadgeCheck {...ICON} />}
        >
          {t('payoutRegisters.owner.verify.open')}
        </CommandButton>
      )}
      {waits === 'verified' && (
        <CommandButton {...shared} dialog={activate} variant="primary" icon={<Play {...ICON} />}>
          {t('payoutRegisters.owner.activate.open')}
        </CommandButton>
      )}
    </>
  )
}

/** What a person should know first. */
function Situation({ owner }: { owner: Owner }) {
  const t = useT('payoutRegisters')
  const { next, next_mine, days_left, state, reason, retired_at, problems } = owner
  if (retired_at) {
    return (
      <Banner tone="atention" icon={<CircleAlert {...ICON} />}>
        <strong>{t('payoutRegisters.owner.retired')}</strong>
        <p>{reason}</p>
      </Banner>
    )
  }
  const near = state === 'active' && days_left !== null && days_left <= NEAR
  return (
    <div className={styles.banners}>
      {near && (
        <Banner tone="atention" icon={<Clock {...ICON} />}>
          {t('payoutRegisters.owner.ends', { count: days_left })}
        </Banner>
      )}
      {next && (
        <Banner tone="awaiting" icon={<Clock {...ICON} />}>
          {t(
            next.status === 'verified'
              ? 'payoutRegisters.owner.waits_verified'
              : next_mine
                ? 'payoutRegisters.owner.waits_mine'
                : 'payoutRegisters.owner.waits_draft',
            { version: next.version },
          )}
        </Banner>
      )}
      <Problems title={t('payoutRegisters.owner.lacks')} group="owner_problem" problems={problems} />
    </div>
  )
}

function Version({ title, version }: { title: string; version: OwnerVersion }) {
  const t = useT('payoutRegisters')
  const language = useLanguage()
  const by = (at: string | null, who: string | null) =>
    at && (
      <>
        {who} · <DateTime at={at} />
      </>
    )
  return (
    <Card title={title}>
      <Facts
        facts={[
          { label: t('payoutRegisters.column.name'), value: version.name, wide: true },
          { label: t('payoutRegisters.column.document'), value: formatDocument(version.document) },
          { label: t('payoutRegisters.column.bank_name'), value: bankName(version.bank_name) },
          { label: t('payoutRegisters.column.account'), value: accountOf(version) },
          {
            label: t('payoutRegisters.column.account_type'),
            value: wordOf(t, 'account_type', version.account_type),
          },
          { label: t('payoutRegisters.column.cnab_code'), value: version.cnab_code },
          { label: t('payoutRegisters.column.valid_from'), value: formatDay(version.valid_from, language) },
          {
            label: t('payoutRegisters.column.valid_to'),
            value: version.valid_to ? formatDay(version.valid_to, language) : t('payoutRegisters.no_end'),
          },
          { label: t('payoutRegisters.column.receipt_text'), value: version.receipt_text, wide: true },
          {
            label: t('payoutRegisters.column.written_by'),
            value: by(version.written_at, version.written_by),
          },
          {
            label: t('payoutRegisters.column.verified_by'),
            value: by(version.verified_at, version.verified_by),
          },
          {
            label: t('payoutRegisters.column.activated_by'),
            value: by(version.activated_at, version.activated_by),
          },
        ]}
      />
    </Card>
  )
}

function Versions({ owner: { versions } }: { owner: Owner }) {
  const t = useT('payoutRegisters')
  const language = useLanguage()
  if (versions.length < 2) return null
  return (
    <Card title={t('payoutRegisters.card.versions')} flush>
      <MiniTable
        label={t('payoutRegisters.card.versions')}
        columns={[
          { key: 'version', title: t('payoutRegisters.column.version') },
          { key: 'status', title: t('payoutRegisters.column.state') },
          { key: 'name', title: t('payoutRegisters.column.name'), wide: true },
          { key: 'account', title: t('payoutRegisters.column.account') },
          { key: 'written', title: t('payoutRegisters.column.written_at') },
        ]}
        rows={versions.map((each) => ({
          key: String(each.version),
          cells: [
            each.version,
            <StatusWord key="status" values={STATES} value={each.status} text={{ t, language }} />,
            each.name,
            accountOf(each),
            <DateTime key="at" at={each.written_at} />,
          ],
        }))}
      />
    </Card>
  )
}
