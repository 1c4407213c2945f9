import { useParams } from '@tanstack/react-router'
import { CircleAlert, Download, Pencil, RefreshCw } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { readSections } from '../../kit/command/subjects'
import { DateTime } from '../../kit/DateTime'
import { AS_BODY } from '../../kit/files/Files'
import { formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Badge } from '../../ui/Badge'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import styles from '../compliance.module.css'
import { SendFile } from './SendFile'
import { LISTS_PATH, MAY_WRITE, VERSION_STATUSES, type Version, type WatchList, wordOf } from './screening'

const forms = () => import('./forms')
const change = lazyDialog(async () => ({ default: (await forms()).ChangeList }))
const run = lazyDialog(async () => ({ default: (await forms()).RunList }))
const decide = lazyDialog(async () => ({ default: (await forms()).DecideVersion }))
const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }

/** One list: where it comes from, how old it is, and its versions. */
export function ListPage() {
  const { id = '' } = useParams({ strict: false })
  const list = useRecord(
    'compliance.list',
    id,
    (signal) => body(api.GET('/v1/compliance/lists/{id}', { params: { path: { id } }, signal })),
    ({ fetching, versions }) => fetching || versions.some(({ status }) => status === 'received'),
  )
  return <Loaded query={list}>{(found) => <Record list={found} />}</Loaded>
}

function Record({ list }: { list: WatchList }) {
  const t = useT('kit', 'screening')
  const language = useLanguage()
  const held = list.versions.find(({ status }) => status === 'held')
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('screening.tab.lists'), to: LISTS_PATH }, { label: list.name }]}
          title={list.name}
          status={
            <Badge tone={list.stale ? 'error' : 'success'}>
              {t(
                list.number
                  ? list.stale
                    ? 'screening.age.old'
                    : 'screening.age.fresh'
                  : 'screening.age.never',
              )}
            </Badge>
          }
          subtitle={wordOf(t, 'kind', list.kind)}
          actions={<Actions list={list} />}
        />
      }
      situation={held && <Held version={held} />}
      main={
        <Card title={t('screening.card.versions')} flush={list.versions.length > 0}>
          {list.versions.length === 0 ? (
            <p>{t('screening.record.no_versions')}</p>
          ) : (
            <MiniTable
              label={t('screening.card.versions')}
              columns={[
                { key: 'number', title: t('screening.column.version'), narrow: true },
                { key: 'received_at', title: t('screening.column.received_at') },
                { key: 'status', title: t('screening.column.status') },
                { key: 'entries', title: t('screening.column.entries') },
                { key: 'act', title: '', end: true },
              ]}
              rows={list.versions.map((version) => ({
                key: version.id,
                cells: [
                  version.number ?? '—',
                  <DateTime key="at" at={version.received_at} />,
                  <StatusWord
                    key="status"
                    values={VERSION_STATUSES}
                    value={version.status}
                    text={{ t, language }}
                  />,
                  <div key="entries">
                    {formatNumber(version.entries, language)}
                    <p className={styles.note}>
                      {version.number === null
                        ? wordOf(t, 'problem', version.problem ?? 'waits')
                        : t('screening.record.difference', {
                            added: version.added,
                            changed: version.changed,
                            removed: version.removed,
                            refused: version.refused,
                          })}
                    </p>
                  </div>,
                  version.status === 'replaced' ? (
                    <CommandButton
                      key="act"
                      dialog={decide}
                      given={{ version, decision: 'roll_back' }}
                      permissions={MAY_WRITE}
                      anyMerchant
                      variant="secondary"
                      size="small"
                    >
                      {t('screening.version.roll_back')}
                    </CommandButton>
                  ) : (
                    ''
                  ),
                ],
              }))}
            />
          )}
        </Card>
      }
      side={
        <Card title={t('screening.card.source')}>
          <Facts
            facts={[
              { label: t('screening.column.entries'), value: formatNumber(list.entries, language) },
              { label: t('screening.column.version'), value: list.number || '—' },
              {
                label: t('screening.column.checked_at'),
                value: list.checked_at ? <DateTime at={list.checked_at} year="always" /> : '—',
              },
              { label: t('screening.field.max_age_days'), value: formatNumber(list.max_age_days, language) },
              { label: t('screening.field.threshold'), value: `${list.threshold}%` },
              { label: t('screening.fact.format'), value: wordOf(t, 'format', list.format) },
              {
                label: t('screening.field.source_url'),
                value: list.source_url ?? t('screening.fact.uploaded'),
                wide: true,
              },
              ...(list.fetch_problem
                ? [{ label: t('screening.fact.fetch_problem'), value: list.fetch_problem, wide: true }]
                : []),
              { label: t('screening.column.licence'), value: list.licence, wide: true },
              {
                label: t('screening.fact.sha256'),
                value: list.versions.find(({ status }) => status === 'active')?.sha256.slice(0, 16) ?? '—',
              },
            ]}
          />
        </Card>
      }
      tabs={[trailTab(t, 'watch-lists', list.id)]}
      raw={list}
    />
  )
}

function Held({ version }: { version: Version }) {
  const t = useT('screening')
  return (
    <Banner tone="atention" icon={<CircleAlert {...ICON} />}>
      <strong>{t('screening.record.held')}</strong>
      <p>
        {wordOf(t, 'problem', version.problem ?? '')} {!version.may_decide && t('screening.record.held_own')}
      </p>
      <div className={styles.acts}>
        {(['accept', 'discard'] as const).map((decision) => (
          <CommandButton
            key={decision}
            dialog={decide}
            given={{ version, decision }}
            permissions={MAY_WRITE}
            anyMerchant
            variant="secondary"
            size="small"
            disabled={!version.may_decide}
          >
            {t(`screening.version.${decision}`)}
          </CommandButton>
        ))}
      </div>
    </Banner>
  )
}

function Actions({ list }: { list: WatchList }) {
  const t = useT('screening')
  const shared = { permissions: MAY_WRITE, anyMerchant: true, variant: 'secondary' } as const
  return (
    <>
      {list.number > 0 && (
        <CommandButton
          {...shared}
          dialog={run}
          given={{ list, what: 'screen' }}
          icon={<RefreshCw {...ICON} />}
        >
          {t('screening.screen.open')}
        </CommandButton>
      )}
      <CommandButton {...shared} dialog={change} given={{ list }} icon={<Pencil {...ICON} />}>
        {t('screening.change_list.open')}
      </CommandButton>
      {list.source_url && (
        <CommandButton
          {...shared}
          dialog={run}
          given={{ list, what: 'fetch' }}
          disabled={list.fetching}
          icon={<Download {...ICON} />}
        >
          {t('screening.fetch.open')}
        </CommandButton>
      )}
      <SendFile
        label={t('screening.upload.list')}
        accept=".xml,.csv,.txt"
        send={async (file) => {
          await body(
            api.POST('/v1/compliance/lists/{id}/versions', {
              params: { path: { id: list.id }, query: { name: file.name.slice(-200) } },
              body: file as never,
              ...AS_BODY,
            }),
          )
          showAlert('success', t('screening.upload.list_done'))
          readSections(['compliance'])
        }}
      />
    </>
  )
}
