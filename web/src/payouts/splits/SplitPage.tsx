import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Check, CircleAlert, Pencil, Play, Square, Zap } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { lazyAct } from '../../kit/act/lazyAct'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatMoney, formatShare } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Money } from '../../kit/Money'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { BATCH_STATUSES, batchPath } from '../batches/batch'
import styles from '../registers.module.css'
import sums from '../sums.module.css'
import {
  daysOf,
  MAY_WRITE,
  type Run,
  rhythmOf,
  SPLITS_PATH,
  type Split,
  STATUSES,
  splitPath,
  wordOf,
} from './split'

const acts = () => import('./commands/acts')
const approve = lazyAct(acts, 'approve')
const activate = lazyAct(acts, 'activate')
const retire = lazyAct(acts, 'retire')
const run = lazyAct(acts, 'run')
const next = lazyDialog(() => import('./commands/DraftSplit'), { size: 'large' })
const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }

/** One version of a split: who gets what, what a month of it would have come to, and what its runs divided. */
export function SplitPage() {
  const { id = '' } = useParams({ strict: false })
  const split = useRecord(
    'payouts.split',
    id,
    (signal) => body(api.GET('/v1/payouts/splits/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={split}>{(found) => <Record split={found} />}</Loaded>
}

function Record({ split }: { split: Split }) {
  const t = useT('kit', 'payoutSplits', 'payoutBatches')
  const language = useLanguage()
  const open = split.runs.find(({ batch_status }) => batch_status === 'planned')
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('payoutSplits.title'), to: SPLITS_PATH }, { label: split.name }]}
          title={split.name}
          status={<StatusWord values={STATUSES} value={split.status} text={{ t, language }} />}
          subtitle={[t('payoutSplits.version', { version: String(split.version) }), split.company_name].join(
            ' · ',
          )}
          actions={<Actions split={split} />}
        />
      }
      situation={
        <div className={styles.banners}>
          {open?.batch_id && (
            <Banner tone="atention" icon={<CircleAlert {...ICON} />}>
              <strong>{t('payoutSplits.open_run')}</strong>
              <p>
                {t('payoutSplits.open_run_text', { amount: formatMoney(open.paid, language) })}{' '}
                <Link to={batchPath(open.batch_id)}>{t('payoutSplits.to_batch')}</Link>
              </p>
            </Banner>
          )}
          {split.status !== 'active' && <Banner tone="info">{t(`payoutSplits.next.${split.status}`)}</Banner>}
        </div>
      }
      main={
        <>
          <Parts split={split} />
          <Runs split={split} />
          <Terms split={split} />
        </>
      }
      side={<Trial split={split} />}
      tabs={[trailTab(t, 'payout-splits', split.id)]}
      raw={split}
    />
  )
}

function Actions({ split }: { split: Split }) {
  const t = useT('payoutSplits')
  const shared = { given: { split }, permissions: MAY_WRITE } as const
  const { status } = split
  return (
    <>
      {status !== 'retired' && (
        <CommandButton {...shared} dialog={retire} variant="secondary" icon={<Square {...ICON} />}>
          {t('payoutSplits.retire.open')}
        </CommandButton>
      )}
      <CommandButton {...shared} dialog={next} variant="secondary" icon={<Pencil {...ICON} />}>
        {t('payoutSplits.draft.again')}
      </CommandButton>
      {status === 'draft' && (
        <CommandButton {...shared} dialog={approve} icon={<Check {...ICON} />}>
          {t('payoutSplits.approve.open')}
        </CommandButton>
      )}
      {status === 'approved' && (
        <CommandButton {...shared} dialog={activate} icon={<Zap {...ICON} />}>
          {t('payoutSplits.activate.open')}
        </CommandButton>
      )}
      {status === 'active' && (
        <CommandButton {...shared} dialog={run} icon={<Play {...ICON} />}>
          {t('payoutSplits.run.open')}
        </CommandButton>
      )}
    </>
  )
}

function Parts({ split }: { split: Split }) {
  const t = useT('payoutSplits')
  const language = useLanguage()
  return (
    <Card title={t('payoutSplits.card.parts')} flush>
      <MiniTable
        label={t('payoutSplits.card.parts')}
        columns={[
          { key: 'name', title: t('payoutSplits.column.receiver'), wide: true },
          { key: 'part', title: t('payoutSplits.column.part'), end: true },
          { key: 'note', title: t('payoutSplits.column.note'), wide: true },
        ]}
        rows={split.parts.map(({ receiver, name, kind, value, rounding, why }) => ({
          key: receiver ?? 'merchant',
          cells: [
            name ?? t('payoutSplits.merchant'),
            kind === 'remainder'
              ? t('payoutSplits.remainder')
              : kind === 'fixed'
                ? formatMoney({ amount: value, currency: split.least.currency }, language)
                : formatShare(value / 100, language),
            [why && t(`payoutSplits.why.${why}`), rounding && t('payoutSplits.rounding')]
              .filter(Boolean)
              .join(' · ') || '—',
          ],
        }))}
      />
    </Card>
  )
}

function Runs({ split: { runs, status, rhythm } }: { split: Split }) {
  const t = useT('payoutSplits', 'payoutBatches')
  const language = useLanguage()
  if (runs.length === 0) {
    return (
      <Card title={t('payoutSplits.card.runs')}>
        <p className={styles.text}>
          {wordOf(t, 'no_runs', status === 'active' && rhythm === 'by_hand' ? rhythm : status)}
        </p>
      </Card>
    )
  }
  return (
    <Card title={t('payoutSplits.card.runs')} flush>
      <MiniTable
        label={t('payoutSplits.card.runs')}
        columns={[
          { key: 'days', title: t('payoutSplits.column.days') },
          { key: 'parts', title: t('payoutSplits.column.divided'), wide: true },
          { key: 'base', title: t('payoutSplits.column.base'), end: true },
          { key: 'difference', title: t('payoutSplits.column.difference'), end: true },
          { key: 'batch', title: t('payoutSplits.column.batch') },
        ]}
        rows={runs.map((each) => ({
          key: each.id,
          cells: [
            <span key="days">
              {daysOf(each, language)}
              <div>
                <DateTime at={each.created_at} />
              </div>
            </span>,
            <Divided key="parts" run={each} />,
            <Money key="base" value={each.base} />,
            <Money key="difference" value={each.difference} />,
            each.batch_id && each.batch_status ? (
              <Link key="batch" to={batchPath(each.batch_id)}>
                <StatusWord values={BATCH_STATUSES} value={each.batch_status} text={{ t, language }} />
              </Link>
            ) : (
              '—'
            ),
          ],
        }))}
      />
    </Card>
  )
}

function Divided({ run: { parts } }: { run: Pick<Run, 'parts'> }) {
  const t = useT('payoutSplits')
  const language = useLanguage()
  return (
    <>
      {parts.map(({ receiver, name, amount, why }) => (
        <div key={receiver ?? 'merchant'}>
          {name ?? t('payoutSplits.merchant')}: {formatMoney(amount, language)}
          {why && why !== 'merchant' && ` (${t(`payoutSplits.why.${why}`)})`}
        </div>
      ))}
    </>
  )
}

function Terms({ split }: { split: Split }) {
  const t = useT('payoutSplits')
  return (
    <Card title={t('payoutSplits.card.terms')}>
      <Facts
        facts={[
          { label: t('payoutSplits.column.source'), value: wordOf(t, 'source', split.source) },
          { label: t('payoutSplits.column.rhythm'), value: rhythmOf(t, split) },
          {
            label: t('payoutSplits.field.floor'),
            value: split.source === 'balance' ? <Money value={split.floor} /> : '—',
          },
          {
            label: t('payoutSplits.field.least'),
            value: split.least.amount ? <Money value={split.least} /> : '—',
          },
          {
            label: t('payoutSplits.column.created_at'),
            value: <DateTime at={split.created_at} year="always" />,
          },
          { label: t('payoutSplits.column.actor'), value: split.actor },
          { label: t('payoutSplits.column.approved_by'), value: split.approved_by ?? '—' },
          {
            label: t('payoutSplits.column.active_since'),
            value: split.active_since ? <DateTime at={split.active_since} year="always" /> : '—',
          },
          {
            label: t('payoutSplits.column.versions'),
            value: split.versions.length
              ? split.versions.map(({ id, version, status }) => (
                  <div key={id}>
                    <Link to={splitPath(id)}>
                      {t('payoutSplits.version', { version: String(version) })} ·{' '}
                      {wordOf(t, 'status', status)}
                    </Link>
                  </div>
                ))
              : '—',
          },
        ]}
      />
    </Card>
  )
}

/** What the last thirty days would have come to. */
function Trial({ split }: { split: Split }) {
  const t = useT('payoutSplits')
  const { data } = useQuery({
    queryKey: ['payouts', 'split-trial', split.id],
    queryFn: ({ signal }) =>
      body(api.GET('/v1/payouts/splits/{id}/trial', { params: { path: { id: split.id } }, signal })),
  })
  return (
    <Card title={t(split.source === 'balance' ? 'payoutSplits.card.trial_now' : 'payoutSplits.card.trial')}>
      {data && data.days.length === 0 && <p className={styles.text}>{t('payoutSplits.trial.nothing')}</p>}
      {data && data.days.length > 0 && (
        <dl className={sums.sums}>
          <div>
            <dt>
              {split.source === 'balance'
                ? t('payoutSplits.trial.base_now')
                : t('payoutSplits.trial.base', { count: data.days.length })}
            </dt>
            <dd>
              <Money value={data.base} />
            </dd>
          </div>
          {data.parts.map(({ receiver, name, amount, why }) => (
            <div key={receiver ?? 'merchant'}>
              <dt>
                {name ?? t('payoutSplits.merchant')}
                {why && why !== 'merchant' && ` (${t(`payoutSplits.why.${why}`)})`}
              </dt>
              <dd>
                <Money value={amount} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}
