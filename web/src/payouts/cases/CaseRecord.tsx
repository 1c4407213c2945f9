import { Link, useParams } from '@tanstack/react-router'
import { CircleCheck, Scale, Undo2 } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CopyText } from '../../kit/CopyText'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { StatusWord } from '../../kit/list/Cell'
import { Money } from '../../kit/Money'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { objectPath } from '../../kit/record/objectPath'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { paymentPath } from '../payments/payment'
import { CASE_STATUSES, CASES_PATH, type CaseRecord, MAY_DECIDE, wordOf } from './case'

const acts = lazyDialog(() => import('./commands/acts'))
const ICON = { size: 18, strokeWidth: 1.75 }

/** One case: what the bank did, its payment, and the two persons who say how it ends. */
export function CasePage() {
  const { id = '' } = useParams({ strict: false })
  const found = useRecord(
    'payouts.case',
    id,
    (signal) => body(api.GET('/v1/payouts/cases/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={found}>{(each) => <Record found={each} />}</Loaded>
}

function Record({ found }: { found: CaseRecord }) {
  const t = useT('common', 'kit', 'payoutCases')
  const language = useLanguage()
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[
            { label: t('payoutCases.title'), to: CASES_PATH },
            { label: wordOf(t, 'kind', found.kind) },
          ]}
          title={<Money value={found.amount} />}
          status={<StatusWord values={CASE_STATUSES} value={found.status} text={{ t, language }} />}
          subtitle={wordOf(t, 'kind', found.kind)}
          company={found.company_id}
          actions={<Actions found={found} />}
        />
      }
      situation={
        found.replaced_by && found.status !== 'settled' ? (
          <Banner tone="error">
            <strong>{t('payoutCases.replaced')}</strong>{' '}
            <Link to={paymentPath(found.replaced_by)}>{t('payoutCases.the_other')}</Link>
          </Banner>
        ) : found.status !== 'settled' ? (
          <Banner tone="atention">
            {t(
              found.status === 'open' && found.incoming === null
                ? 'payoutCases.next.look'
                : `payoutCases.next.${found.status as 'open' | 'proposed'}`,
            )}
          </Banner>
        ) : null
      }
      main={
        <Card title={t('payoutCases.card.what')}>
          <What found={found} />
        </Card>
      }
      side={
        <Card title={t('payoutCases.card.end')}>
          <End found={found} />
        </Card>
      }
      tabs={[trailTab(t, 'payout-cases', found.id)]}
      raw={found}
    />
  )
}

function Actions({ found: { id, status, incoming, may_settle } }: { found: CaseRecord }) {
  const t = useT('payoutCases')
  return (
    <>
      {status === 'open' && (
        <CommandButton
          dialog={acts}
          given={{ id, incoming, what: 'propose' }}
          permissions={MAY_DECIDE}
          anyMerchant
          icon={<Scale {...ICON} />}
        >
          {t('payoutCases.propose.open')}
        </CommandButton>
      )}
      {status === 'proposed' && (
        <>
          <CommandButton
            dialog={acts}
            given={{ id, incoming, what: 'give_back' }}
            permissions={MAY_DECIDE}
            anyMerchant
            variant="secondary"
            icon={<Undo2 {...ICON} />}
          >
            {t('payoutCases.give_back.open')}
          </CommandButton>
          <CommandButton
            dialog={acts}
            given={{ id, incoming, what: 'settle' }}
            permissions={MAY_DECIDE}
            anyMerchant
            disabled={!may_settle}
            title={may_settle ? undefined : t('payoutCases.settle.own')}
            icon={<CircleCheck {...ICON} />}
          >
            {t('payoutCases.settle.open')}
          </CommandButton>
        </>
      )}
    </>
  )
}

function What({ found }: { found: CaseRecord }) {
  const t = useT('payoutCases')
  const { payout_id, origin } = found
  const path =
    payout_id === null
      ? null
      : ['payout', 'batch', 'split'].includes(origin ?? '')
        ? paymentPath(payout_id)
        : objectPath('payouts:payout', payout_id)
  return (
    <Facts
      facts={[
        {
          label: t('payoutCases.column.kind'),
          value: wordOf(
            t,
            'means',
            payout_id === null && found.incoming ? 'return_without_payment' : found.kind,
          ),
          wide: true,
        },
        { label: t('payoutCases.column.amount'), value: <Money value={found.amount} /> },
        {
          label: t('payoutCases.column.direction'),
          value: t(
            found.incoming === null
              ? 'payoutCases.nothing_moved'
              : found.incoming
                ? 'payoutCases.came_in'
                : 'payoutCases.went_out',
          ),
        },
        { label: t('payoutCases.column.company_name'), value: found.company_name },
        {
          label: t('payoutCases.column.payout_id'),
          value: path ? <Link to={path}>{found.holder_name}</Link> : (found.holder_name ?? '—'),
        },
        { label: t('payoutCases.column.opened_at'), value: <DateTime at={found.opened_at} year="always" /> },
        { label: t('payoutCases.column.source'), value: wordOf(t, 'source', found.source) },
        { label: t('payoutCases.column.reference'), value: <CopyText text={found.reference} />, wide: true },
        { label: t('payoutCases.column.evidence'), value: found.evidence, wide: true },
      ]}
    />
  )
}

function End({ found }: { found: CaseRecord }) {
  const t = useT('payoutCases')
  const { outcome, proposed_at, settled_at } = found
  if (!outcome) return <p>{t('payoutCases.nobody')}</p>
  return (
    <Facts
      facts={[
        { label: t('payoutCases.column.outcome'), value: wordOf(t, 'outcome', outcome), wide: true },
        { label: t('payoutCases.column.reason'), value: found.reason, wide: true },
        { label: t('payoutCases.column.proposed_by'), value: found.proposed_by },
        {
          label: t('payoutCases.column.proposed_at'),
          value: proposed_at && <DateTime at={proposed_at} year="always" />,
        },
        ...(settled_at
          ? [
              { label: t('payoutCases.column.settled_by'), value: found.settled_by },
              {
                label: t('payoutCases.column.settled_at'),
                value: <DateTime at={settled_at} year="always" />,
              },
            ]
          : []),
      ]}
    />
  )
}
