import { Link, useParams } from '@tanstack/react-router'
import { CircleAlert, FilePen, RefreshCw, ShieldX } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { lazyAct } from '../../kit/act/lazyAct'
import { CommandButton } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatDay, formatDocument, formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import styles from '../registers.module.css'
import { CONTRACTS_PATH, type Contract, MAY_WRITE, SEVERITIES, STATES, valueOf, wordOf } from './contract'
import { FieldActions } from './FieldActions'

const acts = () => import('./commands/acts')
const check = lazyAct(acts, 'check')
const writeDown = lazyAct(acts, 'source')
const stop = lazyAct(acts, 'stop')
const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }

/** One merchant's contract and registration beside what is in use. */
export function ContractPage() {
  const { id = '' } = useParams({ strict: false })
  const contract = useRecord(
    'payouts.contract',
    id,
    (signal) => body(api.GET('/v1/payouts/merchant-contracts/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={contract}>{(found) => <Record contract={found} />}</Loaded>
}

/** The state that weighs most, of a merchant that was compared. */
const worstOf = ({ fields }: Contract) =>
  ['differs', 'expired', 'missing', 'accepted'].find((state) =>
    fields.some((each) => each.state === state),
  ) ?? (fields.length ? 'equal' : 'missing')

function Record({ contract }: { contract: Contract }) {
  const t = useT('kit', 'payoutRegisters')
  const language = useLanguage()
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[
            { label: t('payoutRegisters.contracts.title'), to: CONTRACTS_PATH },
            { label: contract.name },
          ]}
          title={contract.name}
          status={<StatusWord values={STATES} value={worstOf(contract)} text={{ t, language }} />}
          subtitle={[contract.legal_name, formatDocument(contract.document)].join(' · ')}
          actions={<Actions contract={contract} />}
        />
      }
      situation={<Situation contract={contract} />}
      main={<Fields contract={contract} />}
      side={<Counts contract={contract} />}
      tabs={[trailTab(t, 'merchant-contracts', String(contract.id))]}
      raw={contract}
    />
  )
}

function Actions({ contract }: { contract: Contract }) {
  const t = useT('payoutRegisters')
  const shared = {
    given: { contract, field: '' },
    permissions: MAY_WRITE,
    anyMerchant: true,
    variant: 'secondary',
  } as const
  return (
    <>
      <CommandButton {...shared} dialog={stop} disabled={contract.blocked_out} icon={<ShieldX {...ICON} />}>
        {t('payoutRegisters.contract.stop.open')}
      </CommandButton>
      <CommandButton {...shared} dialog={check} icon={<RefreshCw {...ICON} />}>
        {t('payoutRegisters.contract.check.open')}
      </CommandButton>
      <CommandButton {...shared} dialog={writeDown} variant="primary" icon={<FilePen {...ICON} />}>
        {t('payoutRegisters.contract.source.open')}
      </CommandButton>
    </>
  )
}

/** What a person should know first. */
function Situation({ contract: { blocked_out, stops, fields } }: { contract: Contract }) {
  const t = useT('payoutRegisters')
  if (fields.length === 0) return null
  if (blocked_out || stops) {
    return (
      <Banner tone="error" icon={<CircleAlert {...ICON} />}>
        {blocked_out
          ? t('payoutRegisters.contract.stopped')
          : t('payoutRegisters.contract.stopped_by', { field: wordOf(t, 'contract_field', stops ?? '') })}
      </Banner>
    )
  }
  return null
}

function Fields({ contract }: { contract: Contract }) {
  const t = useT('payoutRegisters')
  const language = useLanguage()
  const { fields } = contract
  return (
    <Card title={t('payoutRegisters.card.fields')} flush={fields.length > 0}>
      {fields.length === 0 ? (
        <p className={styles.text}>{t('payoutRegisters.contract.never')}</p>
      ) : (
        <MiniTable
          label={t('payoutRegisters.card.fields')}
          columns={[
            { key: 'field', title: t('payoutRegisters.column.field') },
            { key: 'state', title: t('payoutRegisters.column.state') },
            { key: 'ours', title: t('payoutRegisters.column.ours') },
            { key: 'said', title: t('payoutRegisters.column.said') },
            { key: 'source', title: t('payoutRegisters.column.source') },
            { key: 'act', title: '', narrow: true },
          ]}
          rows={fields.map((each) => ({
            key: each.field,
            cells: [
              wordOf(t, 'contract_field', each.field),
              <StatusWord key="state" values={STATES} value={each.state} text={{ t, language }} />,
              valueOf(t, language, each.field, each.ours),
              valueOf(t, language, each.field, each.said),
              <Source key="source" field={each} />,
              <FieldActions key="act" contract={contract} field={each} />,
            ],
          }))}
        />
      )}
    </Card>
  )
}

function Source({
  field: { source, said_until, accepted_until, state },
}: {
  field: Contract['fields'][number]
}) {
  const t = useT('payoutRegisters')
  const language = useLanguage()
  if (state === 'accepted' && accepted_until) {
    return t('payoutRegisters.contract.accepted_until', { day: formatDay(accepted_until, language) })
  }
  if (!source) return '—'
  return said_until
    ? t('payoutRegisters.contract.source_until', { source, day: formatDay(said_until, language) })
    : source
}

function Counts({ contract: { id, fields, blocking } }: { contract: Contract }) {
  const t = useT('payoutRegisters')
  const language = useLanguage()
  const [first] = fields.toSorted((a, b) => (a.checked_at < b.checked_at ? -1 : 1))
  const stopping = SEVERITIES.filter(({ value }) => blocking[value as keyof typeof blocking])
  return (
    <Card title={t('payoutRegisters.card.compared')}>
      <Facts
        facts={[
          ...STATES.map(({ value, label }) => ({
            label: t(label),
            value: formatNumber(fields.filter(({ state }) => state === value).length, language),
          })),
          {
            label: t('payoutRegisters.column.checked_at'),
            value: first && <DateTime at={first.checked_at} />,
          },
          {
            label: t('payoutRegisters.contract.blocking.stops'),
            value:
              stopping.map(({ label }) => t(label)).join(', ') || t('payoutRegisters.contract.blocking.none'),
            wide: true,
          },
          {
            label: t('payoutRegisters.column.company_name'),
            value: (
              <Link to="/dashboard/companies/$id" params={{ id: String(id) }}>
                {t('payoutRegisters.contract.to_company')}
              </Link>
            ),
            wide: true,
          },
          {
            label: t('payoutRegisters.product.payout'),
            value: (
              <Link to="/dashboard/payouts/settings/overview/$id" params={{ id: String(id) }}>
                {t('payoutRegisters.contract.to_settings')}
              </Link>
            ),
            wide: true,
          },
        ]}
      />
    </Card>
  )
}
