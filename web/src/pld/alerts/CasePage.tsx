import { Link, useParams } from '@tanstack/react-router'
import { EyeOff } from 'lucide-react'
import { useState } from 'react'
import { answer, api, body } from '../../app/api'
import type { components } from '../../app/api-types'
import { linesOf } from '../../app/errors'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { showAlert } from '../../app/state'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { sendCommand } from '../../kit/command/send'
import { readAgain } from '../../kit/command/subjects'
import { useCommand } from '../../kit/command/useCommand'
import { DownloadButton } from '../../kit/export/DownloadButton'
import { formatDay, formatDocument, formatMonth, formatNumber, formatTime } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Money } from '../../kit/Money'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { Timeline } from '../../kit/record/Timeline'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Badge } from '../../ui/Badge'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Field } from '../../ui/Field'
import { TextArea } from '../../ui/TextInput'
import { NoAccess } from '../PldTabs'
import {
  ALERT_STATUSES,
  alertName,
  alertPath,
  BLOCK_STATUSES,
  blockEntryPath,
  CASE_STATES,
  CASES_PATH,
  type Case,
  COMMUNICATION_STATUSES,
  casePath,
  communicationPath,
  companyPath,
  MAY_CASES,
  MAY_DECIDE,
  SEE_CASES,
  wordOf,
} from '../pld'
import styles from '../pld.module.css'
import { Typologies } from '../rules/RuleForm'
import { moneyTrailTab } from './moneyTrailTab'

const acts = lazyDialog(() => import('./caseActs'))
const coafActs = lazyDialog(() => import('../coaf/coafActs'))

const PARTS = ['facts', 'capacity', 'origin', 'grounds'] as const
/** The act that carries a case on comes last and is the strong one. */
const ACTS = {
  opened: ['note', 'investigate'],
  investigating: ['note', 'wait', 'propose'],
  waiting: ['note', 'resume'],
  proposed: ['note'],
  decided: ['note', 'close'],
  communicated: ['note', 'close'],
  closed: [],
} as const

/** One case of PLD: its dossier, its alerts, its clock, and two people's decision. */
export function CasePage() {
  return may(SEE_CASES) ? <Asked /> : <NoAccess />
}

function Asked() {
  const { id = '' } = useParams({ strict: false })
  const record = useRecord(
    'pld.cases',
    id,
    (signal) => body(api.GET('/v1/pld-engine/cases/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={record}>{(found) => <Found record={found} />}</Loaded>
}

function Found({ record }: { record: Case }) {
  const t = useT('kit', 'pld')
  const language = useLanguage()
  const { case: file } = record
  const writable = ['opened', 'investigating', 'waiting'].includes(file.state) && may(MAY_CASES)
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('pld.cases.title'), to: CASES_PATH }, { label: file.protocol }]}
          title={file.name}
          status={
            <>
              <StatusWord values={CASE_STATES} value={file.state} text={{ t, language }} />
              <Badge tone="secondary">
                <EyeOff size={14} strokeWidth={1.75} aria-hidden /> {t('pld.alert.must_not_know')}
              </Badge>
            </>
          }
          subtitle={[
            file.protocol,
            formatDocument(record.document),
            wordOf(t, 'subject_kind', file.target),
          ].join(' · ')}
          actions={<CaseActions record={record} />}
        />
      }
      situation={
        <>
          {record.days_left !== null && record.days_left < 0 && (
            <Banner tone="error">{t('pld.case.overdue', { count: -record.days_left })}</Banner>
          )}
          {file.state === 'proposed' && (
            <Banner tone="awaiting">
              {t(proposedText(record), {
                proposal: wordOf(t, 'proposal', file.proposal ?? ''),
                by: file.proposed_by ?? '',
              })}
            </Banner>
          )}
          {file.state === 'decided' && file.decision === 'end_relationship' && (
            <Banner tone="awaiting">
              {t('pld.case.end_relationship')}{' '}
              {file.target === 'merchant' && (
                <Link to={companyPath(Number(file.subject))}>{t('pld.case.see_company')}</Link>
              )}
            </Banner>
          )}
          {file.state === 'decided' && file.decision === 'communicate' && file.communicate_due && (
            <Banner tone="awaiting">
              {t('pld.case.communicate_by', { day: formatDay(file.communicate_due, language) })}
            </Banner>
          )}
        </>
      }
      main={
        <>
          {writable ? (
            <DossierForm key={file.id} record={record} />
          ) : (
            <Card title={t('pld.case.dossier')}>
              <Facts
                facts={[
                  ...PARTS.map((part) => ({
                    label: t(`pld.acts.fields.${part}`),
                    value: <span className={styles.text}>{file[part] || '—'}</span>,
                    wide: true,
                  })),
                  {
                    label: t('pld.column.typologies'),
                    value: file.typologies.join(', ') || '—',
                    wide: true,
                  },
                ]}
              />
            </Card>
          )}
          <Alerts record={record} />
          <Months record={record} />
          <Card title={t('pld.alert.steps')}>
            <Timeline
              items={record.steps.toReversed().map(({ n, at, actor, kind, body: words }) => ({
                key: String(n),
                at,
                title: wordOf(t, 'step', kind),
                note: [words, actor].filter(Boolean).join(' · '),
              }))}
            />
          </Card>
        </>
      }
      side={<Side record={record} />}
      tabs={[moneyTrailTab(t, 'cases', file.id), trailTab(t, 'pld-alerts', file.id)]}
    />
  )
}

/** Whoever may not decide is not told that they can. */
function proposedText({ may_decide }: Case) {
  if (!may_decide) return 'pld.case.own_proposal'
  return may(MAY_DECIDE) ? 'pld.case.proposed' : 'pld.case.waits'
}

function CaseActions({ record }: { record: Case }) {
  const t = useT('pld')
  const file = record.case
  const given = { case_: file }
  const blocked = file.state === 'decided' && file.decision === 'communicate'
  const all = ACTS[file.state].filter((what) => !(what === 'close' && blocked))
  const paper = () =>
    answer(api.GET('/v1/pld-engine/cases/{id}/print', { params: { path: { id: file.id } }, parseAs: 'blob' }))
  return (
    <>
      <DownloadButton get={paper} variant="secondary">
        {t('pld.case.print')}
      </DownloadButton>
      <CommandButton
        dialog={acts}
        given={{ ...given, what: 'evidence' as const }}
        permissions={SEE_CASES}
        anyMerchant
        variant="secondary"
      >
        {t('pld.acts.evidence')}
      </CommandButton>
      {record.may_block && (
        <CommandButton
          dialog={acts}
          given={{ ...given, what: 'block' as const }}
          permissions={MAY_CASES}
          anyMerchant
          variant="secondary"
        >
          {t('pld.acts.block')}
        </CommandButton>
      )}
      {all.map((what, place) => (
        <CommandButton
          key={what}
          dialog={acts}
          given={{ ...given, what }}
          permissions={MAY_CASES}
          anyMerchant
          variant={place === all.length - 1 && all.length > 1 ? 'primary' : 'secondary'}
        >
          {t(`pld.acts.${what}`)}
        </CommandButton>
      ))}
      {file.state === 'proposed' && record.may_decide && (
        <>
          <CommandButton
            dialog={acts}
            given={{ ...given, what: 'send_back' }}
            permissions={MAY_DECIDE}
            anyMerchant
            variant="secondary"
          >
            {t('pld.acts.send_back')}
          </CommandButton>
          <CommandButton
            dialog={acts}
            given={{ ...given, what: 'agree' }}
            permissions={MAY_DECIDE}
            anyMerchant
          >
            {t('pld.acts.agree')}
          </CommandButton>
        </>
      )}
    </>
  )
}

/** The communication of a case that is to be communicated. */
function Coaf({ record }: { record: Case }) {
  const t = useT('pld')
  const language = useLanguage()
  const { case: file, communication, communication_status: status } = record
  return (
    <Card title={t('pld.communications.title')}>
      <div className={styles.acts}>
        {communication && status ? (
          <>
            <Link to={communicationPath(communication)}>{t('pld.communication.open')}</Link>
            <p>
              <StatusWord values={COMMUNICATION_STATUSES} value={status} text={{ t, language }} />
            </p>
          </>
        ) : (
          <CommandButton
            dialog={coafActs}
            given={{ of: { id: '', number: 0, name: file.name }, case_id: file.id, what: 'write' }}
            permissions={MAY_CASES}
            anyMerchant
          >
            {t('pld.communication.write')}
          </CommandButton>
        )}
      </div>
    </Card>
  )
}

type Dossier = components['schemas']['DossierInput']

/** The dossier while the case is investigated; what is still missing for a proposal is said below it. */
function DossierForm({ record }: { record: Case }) {
  const t = useT('common', 'pld')
  const { case: file } = record
  const [parts, setParts] = useState({
    facts: file.facts,
    capacity: file.capacity,
    origin: file.origin,
    grounds: file.grounds,
    typologies: file.typologies,
  })
  const save = useCommand<Dossier, components['schemas']['PldCase']>(
    (input, header) => sendCommand('pld:case:dossier', { id: file.id }, input, header),
    () => {
      showAlert('success', t('pld.case.saved'))
      readAgain('pld:case:dossier')
    },
  )
  return (
    <Card title={t('pld.case.dossier')}>
      <div className={styles.stack}>
        {PARTS.map((part) => (
          <Field key={part} label={t(`pld.acts.fields.${part}`)} hint={t(`pld.case.${part}_hint`)}>
            {(control) => (
              <TextArea
                {...control}
                maxLength={8000}
                value={parts[part]}
                onChange={(event) => setParts((now) => ({ ...now, [part]: event.target.value }))}
              />
            )}
          </Field>
        ))}
        <Typologies
          codes={parts.typologies}
          put={(typologies) => setParts((now) => ({ ...now, typologies }))}
        />
        {save.failure !== null && (
          <Banner tone="error" role="alert">
            {linesOf(t, save.failure).join('. ')}
          </Banner>
        )}
        <div className={styles.bar}>
          <Button busy={save.pending} onClick={() => save.run(parts)}>
            {t('pld.case.save')}
          </Button>
        </div>
        {record.missing.length > 0 && (
          <p className={styles.quiet}>
            {t('pld.case.missing', {
              parts: record.missing
                .map((part) => t(part === 'typologies' ? 'pld.column.typologies' : `pld.acts.fields.${part}`))
                .join(', '),
            })}
          </p>
        )}
      </div>
    </Card>
  )
}

function Alerts({ record }: { record: Case }) {
  const t = useT('pld')
  const language = useLanguage()
  return (
    <Card title={t('pld.case.alerts', { count: record.alerts.length })} flush>
      <MiniTable
        label={t('pld.case.alerts', { count: record.alerts.length })}
        columns={[
          { key: 'number', title: t('pld.column.number') },
          { key: 'rule', title: t('pld.column.rule'), wide: true },
          { key: 'status', title: t('pld.column.status') },
          { key: 'amount', title: t('pld.column.amount'), end: true },
          { key: 'triggers', title: t('pld.column.triggers'), end: true },
        ]}
        rows={record.alerts.map((each) => ({
          key: each.id,
          cells: [
            <Link key="number" to={alertPath(each.id)}>
              {alertName(each.number)}
            </Link>,
            each.rule,
            <StatusWord key="status" values={ALERT_STATUSES} value={each.status} text={{ t, language }} />,
            <Money key="amount" value={each.amount} />,
            each.triggers,
          ],
        }))}
      />
    </Card>
  )
}

function Months({ record }: { record: Case }) {
  const t = useT('pld')
  const language = useLanguage()
  if (record.months.length === 0) return null
  return (
    <Card title={t('pld.case.months')} flush>
      <MiniTable
        label={t('pld.case.months')}
        columns={[
          { key: 'month', title: t('pld.case.month') },
          { key: 'in', title: t('pld.case.in'), end: true },
          { key: 'out', title: t('pld.case.out'), end: true },
          { key: 'count', title: t('pld.column.movements'), end: true },
        ]}
        rows={record.months.toReversed().map((each) => ({
          key: each.since,
          cells: [
            formatMonth(each.since.slice(0, 7), language),
            <Money key="in" value={each.come_in} />,
            <Money key="out" value={each.go_out} />,
            formatNumber(each.count, language),
          ],
        }))}
      />
    </Card>
  )
}

function Side({ record }: { record: Case }) {
  const t = useT('pld')
  const language = useLanguage()
  const { case: file } = record
  return (
    <>
      {file.decision === 'communicate' && <Coaf record={record} />}
      <Card title={t('pld.alert.clock')}>
        <Facts
          facts={[
            { label: t('pld.column.opened_at'), value: formatTime(file.opened_at, language), wide: true },
            {
              label: t('pld.column.analysis_due'),
              value: [
                formatDay(file.due_on, language),
                record.days_left !== null &&
                  record.days_left >= 0 &&
                  t('pld.alert.left', { count: record.days_left }),
              ]
                .filter(Boolean)
                .join(' · '),
              wide: true,
            },
            { label: t('pld.column.norm'), value: record.norm, wide: true },
            ...(record.earlier
              ? [
                  {
                    label: t('pld.case.earlier'),
                    value: <Link to={casePath(record.earlier.id)}>{record.earlier.protocol}</Link>,
                    wide: true,
                  },
                ]
              : []),
            ...(file.communicate_due
              ? [
                  {
                    label: t('pld.column.communicate_due'),
                    value: formatDay(file.communicate_due, language),
                    wide: true,
                  },
                ]
              : []),
          ]}
        />
      </Card>
      {record.blocked.length > 0 && (
        <Card title={t('pld.case.blocked')}>
          <ul className={styles.plain}>
            {record.blocked.map(({ id, shown, effect, status }) => (
              <li key={id}>
                <Link to={blockEntryPath(id)}>
                  {shown} · {wordOf(t, 'block_effect', effect)}
                </Link>
                <StatusWord values={BLOCK_STATUSES} value={status} text={{ t, language }} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card title={t('pld.case.people')}>
        <Facts
          facts={[
            { label: t('pld.column.owner'), value: record.owner, wide: true },
            {
              label: t('pld.case.proposal'),
              value: file.proposal && `${wordOf(t, 'proposal', file.proposal)} · ${file.proposed_by}`,
              wide: true,
            },
            {
              label: t('pld.column.decision'),
              value: file.decision && `${wordOf(t, 'proposal', file.decision)} · ${file.decided_by}`,
              wide: true,
            },
          ]}
        />
      </Card>
    </>
  )
}
