import { useParams } from '@tanstack/react-router'
import { Check, CircleAlert, TriangleAlert } from 'lucide-react'
import { Fragment } from 'react'
import { api, body } from '../app/api'
import { useLanguage, useT } from '../app/i18n'
import { CopyText } from '../kit/CopyText'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import { DateTime } from '../kit/DateTime'
import { formatAmount, formatDay, formatNumber, formatTime } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { Facts } from '../kit/record/Facts'
import { Loaded } from '../kit/record/Loaded'
import { MiniTable } from '../kit/record/MiniTable'
import { RecordHeader } from '../kit/record/RecordHeader'
import { RecordPage } from '../kit/record/RecordPage'
import { useRecord } from '../kit/record/useRecord'
import { Banner } from '../ui/Banner'
import { Card } from '../ui/Card'
import { FILE_STATES, FILES_PATH, MAY_WRITE, type StatementFile, wordOf } from './conciliation'

const apply = lazyDialog(() => import('./acts/ApplyFile'))

/** One statement file: what it says, what would follow of it or did. */
export function FileRecord() {
  const { id = '' } = useParams({ strict: false })
  const file = useRecord(
    'conciliation.file',
    id,
    (signal) => body(api.GET('/v1/conciliation/statement-files/{id}', { params: { path: { id } }, signal })),
    ({ status }) => status === 'received' || status === 'applying',
  )
  return <Loaded query={file}>{(found) => <Found file={found} />}</Loaded>
}

function Found({ file }: { file: StatementFile }) {
  const t = useT('kit', 'conciliation')
  const language = useLanguage()
  const { name, status, actor, created_at, plan_hash } = file
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('conciliation.title.files'), to: FILES_PATH }, { label: name }]}
          title={name}
          status={<StatusWord values={FILE_STATES} value={status} text={{ t, language }} />}
          subtitle={t('conciliation.file.sent', { by: actor, at: formatTime(created_at, language) })}
          actions={
            status === 'parsed' &&
            plan_hash && (
              <CommandButton
                dialog={apply}
                given={{ file }}
                permissions={MAY_WRITE}
                anyMerchant
                disabled={file.closed_days.length > 0}
                icon={<Check size={18} strokeWidth={1.75} />}
              >
                {t('conciliation.apply.open')}
              </CommandButton>
            )
          }
        />
      }
      situation={<Situation file={file} />}
      main={
        <>
          {!file.error && (
            <Card title={t(status === 'applied' ? 'conciliation.file.did' : 'conciliation.file.plan')}>
              <Facts
                facts={(['new', 'already', 'pseudo'] as const).map((effect) => ({
                  label: t(`conciliation.effect.${effect}`),
                  value: formatNumber(file[effect], language),
                }))}
              />
            </Card>
          )}
          {file.statements.length > 0 && <Statements file={file} />}
        </>
      }
      side={
        <>
          <Card title={t('conciliation.file.facts')}>
            <Facts
              facts={[
                {
                  label: t('conciliation.column.format'),
                  value: file.layout && wordOf(t, 'format', file.layout),
                },
                { label: t('conciliation.file.size'), value: formatNumber(file.size, language) },
                {
                  label: t('conciliation.file.sha256'),
                  value: file.sha256 && <CopyText text={file.sha256} short />,
                },
                ...(file.applied_at
                  ? [
                      { label: t('conciliation.file.applied_at'), value: <DateTime at={file.applied_at} /> },
                      { label: t('conciliation.column.applied_by'), value: file.applied_by },
                    ]
                  : []),
              ]}
            />
          </Card>
          {file.tolerances.length > 0 && (
            <Card title={t('conciliation.file.tolerances')} flush>
              <MiniTable
                label={t('conciliation.file.tolerances')}
                columns={[
                  { key: 'name', title: t('conciliation.file.tolerance'), wide: true },
                  { key: 'count', title: t('conciliation.file.times'), end: true },
                  { key: 'line', title: t('conciliation.file.first_line'), end: true },
                ]}
                rows={file.tolerances.map(({ name: key, count, line }) => ({
                  key,
                  cells: [
                    wordOf(t, 'tolerance', key),
                    formatNumber(count, language),
                    formatNumber(line, language),
                  ],
                }))}
              />
            </Card>
          )}
        </>
      }
      raw={file}
    />
  )
}

/** What a person should know first. */
function Situation({ file: { error, closed_days, status, plan_changed } }: { file: StatementFile }) {
  const t = useT('conciliation')
  const language = useLanguage()
  if (error) {
    return (
      <Banner tone="error" icon={<CircleAlert size={18} strokeWidth={1.75} aria-hidden />}>
        <strong>
          {t('conciliation.file.damaged', {
            line: formatNumber(error.line, language),
            column: formatNumber(error.column, language),
          })}
        </strong>
        <p>
          {wordOf(t, 'damage', error.code)}
          {error.detail && ` (${error.detail})`}
        </p>
      </Banner>
    )
  }
  if (closed_days.length > 0) {
    return (
      <Banner tone="atention" icon={<TriangleAlert size={18} strokeWidth={1.75} aria-hidden />}>
        <strong>
          {t('conciliation.file.closed', {
            days: closed_days.map((day) => formatDay(day, language)).join(', '),
          })}
        </strong>
        <p>{t('conciliation.file.closed_next')}</p>
      </Banner>
    )
  }
  if (plan_changed && status === 'parsed')
    return <Banner tone="atention">{t('conciliation.file.plan_changed')}</Banner>
  return null
}

function Statements({ file: { statements } }: { file: StatementFile }) {
  const t = useT('conciliation')
  const language = useLanguage()
  const money = (value: { amount: number; currency: string } | null) =>
    value === null ? '—' : formatAmount(value, language)
  const day = (value: string | null) => (value === null ? '—' : formatDay(value, language))
  return (
    <Card title={t('conciliation.file.balances')} flush>
      <MiniTable
        label={t('conciliation.file.balances')}
        columns={[
          {
            key: 'account',
            title: `${t('conciliation.column.account')} · ${t('conciliation.file.period')}`,
            wide: true,
          },
          { key: 'opening', title: t('conciliation.column.opening'), end: true },
          { key: 'in', title: t('conciliation.column.money_in'), end: true },
          { key: 'out', title: t('conciliation.column.money_out'), end: true },
          { key: 'closing', title: t('conciliation.file.closing'), end: true },
          { key: 'continuity', title: t('conciliation.file.continuity') },
        ]}
        rows={statements.map((each) => ({
          key: String(each.number),
          cells: [
            <Fragment key="account">
              {each.account_name}
              <br />
              {each.opening_on === each.closing_on
                ? day(each.closing_on)
                : `${day(each.opening_on)} – ${day(each.closing_on)}`}
            </Fragment>,
            money(each.opening),
            money(each.credits),
            money(each.debits),
            money(each.closing),
            t(`conciliation.continuity.${continuityOf(each)}`),
          ],
        }))}
      />
    </Card>
  )
}

function continuityOf({ holds, follows }: StatementFile['statements'][number]): string {
  if (!holds) return 'uneven'
  if (follows === null) return 'first'
  return follows ? 'follows' : 'gap'
}
