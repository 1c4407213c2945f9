import { Link, useParams } from '@tanstack/react-router'
import { CalendarDays, CircleAlert, Clock, Download, FileCheck2, FilePlus2, Send, X } from 'lucide-react'
import { answer, api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { DownloadButton } from '../../kit/export/DownloadButton'
import { formatDay, formatMoney, formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { Moments } from '../../kit/record/Moments'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { cx } from '../../ui/cx'
import { operationPath } from '../exchange'
import styles from '../exchange.module.css'
import {
  C220_PATH,
  evidenceWord,
  type FilingLine,
  type FilingRequest,
  MAY_FILE,
  momentWord,
  problemWord,
  REQUEST_STATES,
  wordOf,
  workbenchPath,
} from './request'

const acts = lazyDialog(() => import('./commands/acts'))
const ICON = { size: 18, strokeWidth: 1.75 }
const MOST = 100

/** One request of the Central Bank: rows and errors, versions, and what the newest file changes. */
export function RequestPage() {
  const { id = '' } = useParams({ strict: false })
  const request = useRecord(
    'exchange.c220',
    id,
    (signal) => body(api.GET('/v1/exchange/c220/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={request}>{(found) => <Record request={found} />}</Loaded>
}

function Record({ request }: { request: FilingRequest }) {
  const t = useT('common', 'kit', 'filings')
  const language = useLanguage()
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('filings.title'), to: C220_PATH }, { label: request.number }]}
          title={t('filings.record.title', { document: request.document, number: request.number })}
          status={<StatusWord values={REQUEST_STATES} value={request.state} text={{ t, language }} />}
          subtitle={t('filings.record.period', {
            filer: request.filer_name,
            from: formatDay(request.period_from, language),
            to: formatDay(request.period_to, language),
          })}
          actions={<Acts request={request} />}
        />
      }
      situation={<Situation request={request} />}
      main={
        <>
          <Grid request={request} />
          <Diff request={request} />
          <Versions request={request} />
        </>
      }
      side={
        <>
          <Card title={t('filings.card.request')}>
            <Facts
              facts={[
                { label: t('filings.column.due_on'), value: formatDay(request.due_on, language) },
                { label: t('filings.column.received_on'), value: formatDay(request.received_on, language) },
                { label: t('filings.column.rows'), value: formatNumber(request.rows, language) },
                { label: t('filings.column.errors'), value: formatNumber(request.open_errors, language) },
                { label: t('filings.column.total'), value: formatMoney(request.total, language) },
                ...request.others.map((each) => ({
                  label: t('filings.column.other', { currency: each.currency }),
                  value: formatMoney(each, language),
                })),
                { label: t('filings.column.protocol'), value: request.protocol },
                {
                  label: t('filings.column.delivered_at'),
                  value: request.delivered_at && <DateTime at={request.delivered_at} year="always" />,
                },
                { label: t('filings.column.evidence'), value: evidenceWord(t, request), wide: true },
              ]}
            />
          </Card>
          <Moments title={t('filings.card.timeline')} moments={request.timeline} word={momentWord(t)} />
        </>
      }
      tabs={[trailTab(t, 'c220', request.id)]}
      raw={request}
    />
  )
}

function Acts({ request }: { request: FilingRequest }) {
  const t = useT('filings')
  const { state, open_errors, rows, may_approve } = request
  const going = state === 'received' || state === 'generated' || state === 'approved'
  const button = (
    what: 'generate' | 'approve' | 'deliver' | 'receipt' | 'change_period' | 'cancel',
    icon: React.ReactNode,
    more: { main?: boolean; disabled?: boolean; title?: string } = {},
  ) => (
    <CommandButton
      dialog={acts}
      given={{ request, what }}
      permissions={MAY_FILE}
      anyMerchant
      variant={more.main ? 'primary' : 'secondary'}
      disabled={more.disabled}
      title={more.title}
      icon={icon}
    >
      {t(`filings.${what}.open`)}
    </CommandButton>
  )
  const blocked =
    open_errors > 0 ? t('filings.generate.errors') : rows === 0 ? t('filings.generate.empty') : undefined
  return (
    <>
      {going && button('cancel', <X {...ICON} />)}
      {going && button('change_period', <CalendarDays {...ICON} />)}
      {request.version > 0 && <FileButton request={request} />}
      {['received', 'generated', 'rejected'].includes(state) &&
        button('generate', <FilePlus2 {...ICON} />, {
          main: state !== 'generated',
          disabled: blocked !== undefined,
          title: blocked,
        })}
      {state === 'generated' &&
        button('approve', <FileCheck2 {...ICON} />, {
          main: true,
          disabled: !may_approve,
          title: may_approve ? undefined : t('filings.approve.own'),
        })}
      {state === 'approved' && button('deliver', <Send {...ICON} />, { main: true })}
      {state === 'delivered' && button('receipt', <FileCheck2 {...ICON} />, { main: true })}
    </>
  )
}

function FileButton({ request }: { request: FilingRequest }) {
  const t = useT('filings')
  return (
    <DownloadButton
      variant="secondary"
      icon={<Download {...ICON} />}
      get={() =>
        answer(
          api.GET('/v1/exchange/c220/{id}/file', { params: { path: { id: request.id } }, parseAs: 'blob' }),
        )
      }
    >
      {t('filings.download')}
    </DownloadButton>
  )
}

/** What a person should know first. */
function Situation({ request }: { request: FilingRequest }) {
  const t = useT('filings')
  const { state, days_left, open_errors, reason, may_approve } = request
  const going = ['received', 'generated', 'approved', 'rejected'].includes(state)
  return (
    <>
      {going && (
        <Banner
          tone={days_left < 0 ? 'error' : days_left <= 1 ? 'atention' : 'info'}
          icon={<Clock {...ICON} />}
        >
          {days_left < 0
            ? t('filings.situation.overdue', { count: -days_left })
            : t('filings.situation.left', { count: days_left })}
        </Banner>
      )}
      {state === 'generated' && !may_approve && (
        <Banner tone="awaiting" icon={<Clock {...ICON} />}>
          {t('filings.situation.waits_other')}
        </Banner>
      )}
      {reason && (
        <Banner tone={state === 'rejected' ? 'error' : 'info'} icon={<CircleAlert {...ICON} />}>
          {reason}
        </Banner>
      )}
      {open_errors > 0 && ['received', 'rejected', 'generated'].includes(state) && (
        <Banner tone="atention" icon={<CircleAlert {...ICON} />}>
          {t('filings.situation.errors', { count: open_errors })}
        </Banner>
      )}
    </>
  )
}

/** The rows as the file would have them now: a wrong cell is red, and says why. */
function Grid({ request }: { request: FilingRequest }) {
  const t = useT('filings')
  const { columns, lines, rows } = request
  if (lines.length === 0) {
    return (
      <Card title={t('filings.card.rows')}>
        <p className={styles.text}>{t('filings.no_rows')}</p>
      </Card>
    )
  }
  return (
    <Card title={t('filings.card.rows')} flush>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section className={styles.cells} tabIndex={0} aria-label={t('filings.card.rows')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('filings.column.source')}</th>
              <th scope="col">{t('filings.column.errors')}</th>
              {columns.map((column, place) => (
                <th key={column} scope="col">
                  {place + 1}. {wordOf(t, 'field', column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Line key={line.source} request={request} line={line} />
            ))}
          </tbody>
        </table>
      </section>
      {rows > lines.length && <p className={styles.text}>{t('filings.first_rows', { count: MOST })}</p>}
    </Card>
  )
}

function Line({ request, line }: { request: FilingRequest; line: FilingLine }) {
  const t = useT('filings')
  const open = line.problems.filter((problem) => !line.excused.includes(problem))
  const going = ['received', 'generated', 'rejected'].includes(request.state)
  return (
    <tr>
      <td>
        <Link to={operationPath(line.source)}>{line.source.slice(-6)}</Link>
      </td>
      <td>
        {line.problems.map((problem) => (
          <div key={problem} className={open.includes(problem) ? styles.bad : styles.warn}>
            {problemWord(t, problem)}
            {!open.includes(problem) && ` (${t('filings.excused')})`}
            {open.includes(problem) && going && (
              <>
                {' '}
                <CommandButton
                  dialog={acts}
                  given={{ request, what: 'excuse', source: line.source, problem }}
                  permissions={MAY_FILE}
                  anyMerchant
                  size="small"
                  variant="secondary"
                >
                  {t('filings.excuse.open')}
                </CommandButton>
              </>
            )}
          </div>
        ))}
        {line.problems.length === 0 && '—'}
      </td>
      {line.cells.map((cell, place) => {
        const column = request.columns[place] ?? ''
        const wrong = open.some((problem) => problem.startsWith(`${column}:`))
        const excused = !wrong && line.excused.some((problem) => problem.startsWith(`${column}:`))
        return (
          <td key={column} className={cx(wrong && styles.wrong, excused && styles.excused)}>
            {cell || '—'}
          </td>
        )
      })}
    </tr>
  )
}

/** What the newest file changes. */
function Diff({ request: { diff } }: { request: FilingRequest }) {
  const t = useT('filings')
  if (!diff) return null
  return (
    <Card title={t('filings.card.diff', { against: diff.against, count: diff.count })} flush>
      {diff.changes.length === 0 ? (
        <p className={styles.text}>{t('filings.no_changes')}</p>
      ) : (
        <MiniTable
          label={t('filings.card.diff', { against: diff.against, count: diff.count })}
          columns={[
            { key: 'source', title: t('filings.column.source') },
            { key: 'column', title: t('filings.column.cell') },
            { key: 'before', title: t('filings.column.before'), wide: true },
            { key: 'after', title: t('filings.column.after'), wide: true },
          ]}
          rows={diff.changes.map((change) => ({
            key: `${change.source}${change.column}`,
            cells: [
              change.source.slice(-6),
              change.column ? wordOf(t, 'field', change.column) : t('filings.whole_line'),
              change.before ?? '—',
              change.after ?? '—',
            ],
          }))}
        />
      )}
    </Card>
  )
}

function Versions({ request: { id, versions } }: { request: FilingRequest }) {
  const t = useT('filings')
  const language = useLanguage()
  if (versions.length === 0) return null
  return (
    <Card
      title={t('filings.card.versions')}
      actions={<Link to={workbenchPath(id)}>{t('filings.workbench.open')}</Link>}
      flush
    >
      <MiniTable
        label={t('filings.card.versions')}
        columns={[
          { key: 'version', title: t('filings.column.version') },
          { key: 'rows', title: t('filings.column.rows'), end: true },
          { key: 'total', title: t('filings.column.total'), end: true },
          { key: 'made', title: t('filings.column.made_by'), wide: true },
          { key: 'approved', title: t('filings.column.approved_by'), wide: true },
          { key: 'sha', title: 'SHA-256' },
        ]}
        rows={versions.map((each) => ({
          key: String(each.version),
          cells: [
            each.version,
            formatNumber(each.rows, language),
            formatMoney(each.total, language),
            each.made_by,
            each.approved_by ?? '—',
            <code key="sha" className={styles.hash} title={each.sha256}>
              {each.sha256.slice(0, 12)}
            </code>,
          ],
        }))}
      />
    </Card>
  )
}
