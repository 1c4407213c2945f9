import { useParams } from '@tanstack/react-router'
import { CircleAlert, Flag, FlagOff, ListX, Pencil } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { lazyAct } from '../../kit/act/lazyAct'
import { CommandButton } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatNumber, formatTime } from '../../kit/format'
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
import { BANKS_PATH, type Bank, MAY_WRITE, percentOf, STATES, seconds, wordOf } from './bank'
import { TryAccount } from './TryAccount'

const mark = lazyAct(() => import('./commands/acts'), 'mark')
const unmark = lazyAct(() => import('./commands/acts'), 'unmark')
const rule = lazyAct(() => import('./commands/acts'), 'rule')
const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }

/** One bank: how payments to it end, what its accounts look like, what staff say of it. */
export function BankPage() {
  const { id = '' } = useParams({ strict: false })
  const bank = useRecord(
    'payouts.bank',
    id,
    (signal) => body(api.GET('/v1/payouts/banks/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={bank}>{(found) => <Record bank={found} />}</Loaded>
}

function Record({ bank }: { bank: Bank }) {
  const t = useT('kit', 'payoutBanks')
  const language = useLanguage()
  const staff = may(MAY_WRITE)
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('payoutBanks.title'), to: BANKS_PATH }, { label: bankName(bank.name) }]}
          title={bankName(bank.name)}
          status={<StatusWord values={STATES} value={bank.live.state} text={{ t, language }} />}
          subtitle={[bank.compe, bank.ispb].filter(Boolean).join(' · ')}
          actions={<Actions bank={bank} />}
        />
      }
      situation={<Situation bank={bank} />}
      main={
        <>
          <Live bank={bank} />
          {bank.refusals.length > 0 && <Refusals bank={bank} />}
          {bank.marks.length > 0 && <Marks bank={bank} />}
        </>
      }
      side={
        <>
          <Known bank={bank} />
          <TryAccount bank={bank} />
        </>
      }
      tabs={staff ? [trailTab(t, 'payout-banks', bank.ispb)] : []}
      raw={bank}
    />
  )
}

function Actions({ bank }: { bank: Bank }) {
  const t = useT('payoutBanks')
  const shared = { given: { bank }, permissions: MAY_WRITE, anyMerchant: true, variant: 'secondary' } as const
  return (
    <>
      {bank.live.mark && (
        <CommandButton {...shared} dialog={unmark} icon={<FlagOff {...ICON} />}>
          {t('payoutBanks.unmark.open')}
        </CommandButton>
      )}
      <CommandButton {...shared} dialog={rule} icon={<Pencil {...ICON} />}>
        {t('payoutBanks.rule.open')}
      </CommandButton>
      <CommandButton {...shared} dialog={mark} icon={<Flag {...ICON} />}>
        {t('payoutBanks.mark.open')}
      </CommandButton>
    </>
  )
}

/** What a person should know first. */
function Situation({ bank: { live, listed } }: { bank: Bank }) {
  const t = useT('payoutBanks')
  const language = useLanguage()
  if (!listed) {
    return (
      <Banner tone="atention" icon={<ListX {...ICON} />}>
        {t('payoutBanks.situation.unlisted')}
      </Banner>
    )
  }
  if (live.mark && live.mark_until) {
    return (
      <Banner tone={live.mark === 'down' ? 'error' : 'info'} icon={<Flag {...ICON} />}>
        {t(`payoutBanks.situation.marked_${live.mark}`, { at: formatTime(live.mark_until, language) })}
      </Banner>
    )
  }
  if (live.state === 'up' || live.state === 'few_data') return null
  return (
    <Banner tone={live.state === 'down' ? 'error' : 'atention'} icon={<CircleAlert {...ICON} />}>
      {t(`payoutBanks.situation.${live.state}`)}
    </Banner>
  )
}

function Live({ bank: { live } }: { bank: Bank }) {
  const t = useT('payoutBanks')
  const language = useLanguage()
  const share = (part: number, whole: number) =>
    whole
      ? `${formatNumber(part, language)} · ${percentOf(part, whole, language)}`
      : formatNumber(part, language)
  return (
    <Card title={t('payoutBanks.card.live')}>
      <Facts
        facts={[
          { label: t('payoutBanks.live.quarter'), value: formatNumber(live.quarter ?? 0, language) },
          {
            label: t('payoutBanks.live.quarter_faulty'),
            value: share(live.quarter_faulty ?? 0, live.quarter ?? 0),
          },
          { label: t('payoutBanks.live.measured'), value: wordOf(t, 'measured', live.measured ?? 'none') },
          { label: t('payoutBanks.live.day'), value: formatNumber(live.day ?? 0, language) },
          { label: t('payoutBanks.live.day_done'), value: share(live.day_done ?? 0, live.day ?? 0) },
          { label: t('payoutBanks.live.day_refused'), value: share(live.day_refused ?? 0, live.day ?? 0) },
          { label: t('payoutBanks.live.day_faulty'), value: share(live.day_faulty ?? 0, live.day ?? 0) },
          { label: t('payoutBanks.live.p50_ms'), value: seconds(live.p50_ms, language) },
          { label: t('payoutBanks.live.p95_ms'), value: seconds(live.p95_ms, language) },
        ]}
      />
    </Card>
  )
}

function Refusals({ bank: { refusals } }: { bank: Bank }) {
  const t = useT('payoutBanks')
  const language = useLanguage()
  return (
    <Card title={t('payoutBanks.card.refusals')} flush>
      <MiniTable
        label={t('payoutBanks.card.refusals')}
        columns={[
          { key: 'code', title: t('payoutBanks.column.code') },
          { key: 'payments', title: t('payoutBanks.column.payments'), end: true },
        ]}
        rows={refusals.map(({ code, payments }) => ({
          key: code || 'none',
          cells: [code || t('payoutBanks.no_code'), formatNumber(payments, language)],
        }))}
      />
    </Card>
  )
}

function Marks({ bank: { marks } }: { bank: Bank }) {
  const t = useT('payoutBanks')
  const language = useLanguage()
  return (
    <Card title={t('payoutBanks.card.marks')} flush>
      <MiniTable
        label={t('payoutBanks.card.marks')}
        columns={[
          { key: 'at', title: t('payoutBanks.column.created_at') },
          { key: 'state', title: t('payoutBanks.column.state') },
          { key: 'until', title: t('payoutBanks.column.until') },
          { key: 'reason', title: t('payoutBanks.column.reason') },
          { key: 'by', title: t('payoutBanks.column.created_by') },
        ]}
        rows={marks.map((each) => ({
          key: each.created_at,
          cells: [
            <DateTime key="at" at={each.created_at} />,
            <StatusWord key="state" values={STATES} value={each.state} text={{ t, language }} />,
            <DateTime key="until" at={each.ended_at ?? each.until} />,
            each.reason,
            each.created_by,
          ],
        }))}
      />
    </Card>
  )
}

function Known({ bank }: { bank: Bank }) {
  const t = useT('payoutBanks')
  const yes = (value: boolean) => t(value ? 'payoutBanks.yes' : 'payoutBanks.no')
  return (
    <Card title={t('payoutBanks.card.bank')}>
      <Facts
        facts={[
          { label: t('payoutBanks.column.long_name'), value: bankName(bank.long_name), wide: true },
          { label: 'Pix', value: yes(bank.pix) },
          { label: 'TED', value: yes(bank.ted) },
          { label: t('payoutBanks.column.branch_most'), value: bank.branch_most },
          {
            label: t('payoutBanks.column.number_digits'),
            value: t('payoutBanks.digits', { least: bank.number_least, most: bank.number_most }),
          },
          {
            label: t('payoutBanks.column.digit_rule'),
            value: wordOf(t, 'digit_rule', bank.digit_rule),
            wide: true,
          },
          {
            label: t('payoutBanks.column.updated_at'),
            value: <DateTime at={bank.updated_at} year="always" />,
            wide: true,
          },
        ]}
      />
    </Card>
  )
}
