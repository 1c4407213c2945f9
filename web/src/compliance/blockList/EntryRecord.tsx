import { Link, useParams } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatNumber } from '../../kit/format'
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
import { casePath, hitPath, SEE_CASES, MAY_READ as SEE_HITS } from '../screening/screening'
import { ENTRY_STATUSES, type Entry, LIST_PATH, MAY_WRITE, uploadPath, wordOf } from './block'

const acts = lazyDialog(() => import('./commands/acts'))
const MOST = 100

/** One entry: its grounds, who decided, and what it did. */
export function EntryPage() {
  const { id = '' } = useParams({ strict: false })
  const entry = useRecord(
    'compliance.block_entry',
    id,
    (signal) => body(api.GET('/v1/compliance/block-list/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={entry}>{(found) => <Record entry={found} />}</Loaded>
}

function Record({ entry }: { entry: Entry }) {
  const t = useT('common', 'kit', 'blockList')
  const language = useLanguage()
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('blockList.title'), to: LIST_PATH }, { label: entry.shown }]}
          title={entry.shown}
          status={<StatusWord values={ENTRY_STATUSES} value={entry.status} text={{ t, language }} />}
          subtitle={[
            wordOf(t, 'kind', entry.kind),
            wordOf(t, 'lane', entry.lane),
            wordOf(t, 'effect', entry.effect),
          ].join(' · ')}
          actions={<Actions entry={entry} />}
        />
      }
      situation={
        entry.status === 'unconfirmed' && (
          <Banner tone="awaiting">
            {t('blockList.unconfirmed')} <DateTime at={entry.confirm_by ?? ''} year="always" />
          </Banner>
        )
      }
      main={
        <>
          <Card title={t('blockList.card.reason')}>
            <p>{entry.reason}</p>
          </Card>
          <Card title={t('blockList.card.refusals')}>
            <Refusals entry={entry} />
          </Card>
        </>
      }
      side={<Side entry={entry} />}
      tabs={[trailTab(t, 'block-list', entry.id)]}
      raw={entry}
    />
  )
}

function Actions({ entry: { id, shown, status, until, may_confirm, may_end } }: { entry: Entry }) {
  const t = useT('blockList')
  if (status !== 'active' && status !== 'unconfirmed') return null
  const given = { id, name: shown }
  return (
    <>
      {status === 'unconfirmed' && (
        <CommandButton
          dialog={acts}
          given={{ ...given, what: 'confirm' }}
          permissions={MAY_WRITE}
          anyMerchant
          disabled={!may_confirm}
          title={may_confirm ? undefined : t('blockList.own')}
        >
          {t('blockList.confirm.open')}
        </CommandButton>
      )}
      {until && (
        <CommandButton
          dialog={acts}
          given={{ ...given, what: 'extend' }}
          permissions={MAY_WRITE}
          anyMerchant
          variant="secondary"
        >
          {t('blockList.extend.open')}
        </CommandButton>
      )}
      <CommandButton
        dialog={acts}
        given={{ ...given, what: 'end' }}
        permissions={MAY_WRITE}
        anyMerchant
        variant="secondary"
        disabled={!may_end}
        title={may_end ? undefined : t('blockList.own')}
      >
        {t('blockList.end.open')}
      </CommandButton>
    </>
  )
}

function Refusals({ entry: { refusals } }: { entry: Entry }) {
  const t = useT('blockList')
  if (refusals.length === 0) return <p>{t('blockList.card.no_refusals')}</p>
  return (
    <MiniTable
      label={t('blockList.card.refusals')}
      most={MOST}
      columns={[
        { key: 'at', title: t('blockList.column.at') },
        { key: 'flow', title: t('blockList.column.flow') },
        { key: 'merchant', title: t('blockList.column.merchant_name') },
        { key: 'effect', title: t('blockList.column.state') },
        { key: 'amount', title: t('blockList.column.amount'), end: true },
      ]}
      rows={refusals.map(({ id, at, flow, merchant_name, effect, released_at, amount }) => ({
        key: id,
        cells: [
          <DateTime key="at" at={at} />,
          wordOf(t, 'flow', flow),
          merchant_name,
          wordOf(t, 'state', effect === 'refuse' ? 'refused' : released_at ? 'released' : 'held'),
          <Money key="amount" value={amount} />,
        ],
      }))}
    />
  )
}

/** Where it comes from; it leads there whoever may see that. */
function Source({ entry }: { entry: Entry }) {
  const t = useT('blockList')
  const word = wordOf(t, 'source', entry.source)
  const to =
    (entry.upload_id && uploadPath(entry.upload_id)) ||
    (entry.hit_id && may(SEE_HITS) && hitPath(entry.hit_id)) ||
    (entry.case_id && may(SEE_CASES) && casePath(entry.case_id))
  return to ? <Link to={to}>{word}</Link> : word
}

function Side({ entry }: { entry: Entry }) {
  const t = useT('blockList')
  const language = useLanguage()
  const time = (at: string) => <DateTime at={at} year="always" />
  return (
    <Card title={t('blockList.card.entry')}>
      <Facts
        facts={[
          { label: t('blockList.column.value'), value: entry.value },
          {
            label: t('blockList.column.merchant_name'),
            value: entry.merchant_name ?? t('blockList.every_merchant'),
          },
          { label: t('blockList.column.direction'), value: wordOf(t, 'direction', entry.direction) },
          { label: t('blockList.column.cause'), value: wordOf(t, 'cause', entry.cause) },
          { label: t('blockList.column.public_code'), value: wordOf(t, 'public', entry.public_code) },
          {
            label: t('blockList.column.source'),
            value: <Source entry={entry} />,
          },
          { label: t('blockList.column.hits'), value: formatNumber(entry.hits, language) },
          { label: t('blockList.column.added_by'), value: entry.added_by },
          { label: t('blockList.column.added_at'), value: time(entry.added_at) },
          {
            label: t('blockList.column.until'),
            value: entry.until ? time(entry.until) : t('blockList.until_ended'),
          },
          ...(entry.confirmed_at
            ? [
                { label: t('blockList.column.confirmed_by'), value: entry.confirmed_by },
                { label: t('blockList.column.confirmed_at'), value: time(entry.confirmed_at) },
              ]
            : []),
          ...(entry.ended_at
            ? [
                { label: t('blockList.column.ended_by'), value: entry.ended_by },
                { label: t('blockList.column.ended_at'), value: time(entry.ended_at) },
                { label: t('blockList.column.end_reason'), value: entry.end_reason, wide: true },
              ]
            : []),
        ]}
      />
    </Card>
  )
}
