import { Link, useParams } from '@tanstack/react-router'
import { api, body } from '../app/api'
import { useLanguage, useT } from '../app/i18n'
import { CopyText } from '../kit/CopyText'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import { DateTime } from '../kit/DateTime'
import { formatAmount, formatDay, formatMoney, formatNumber } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { Facts } from '../kit/record/Facts'
import { Loaded } from '../kit/record/Loaded'
import { MiniTable } from '../kit/record/MiniTable'
import { RecordHeader } from '../kit/record/RecordHeader'
import { RecordPage } from '../kit/record/RecordPage'
import { useRecord } from '../kit/record/useRecord'
import { Badge } from '../ui/Badge'
import { Banner } from '../ui/Banner'
import { Card } from '../ui/Card'
import { ChoiceButton } from './acts/ChoiceButton'
import {
  accountPath,
  EXPECTATION_STATES,
  exceptionPath,
  filePath,
  LINE_STATES,
  LINES_PATH,
  type Line,
  MAY_WRITE,
  wordOf,
} from './conciliation'
import styles from './Record.module.css'
import { Story } from './Story'

const split = lazyDialog(() => import('./acts/SplitLine'))

const make = lazyDialog(() => import('./acts/MakeMatch'))
const nothing = () => {}

const OPEN = new Set(['new', 'suggested', 'ambiguous', 'exception', 'part_matched'])

/** One line of a bank: as it stands in its file, what it may be, and what it was matched with. */
export function LineRecord() {
  const { id = '' } = useParams({ strict: false })
  const line = useRecord(
    'conciliation.line',
    id,
    (signal) => body(api.GET('/v1/conciliation/bank-lines/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={line}>{(found) => <Found line={found} />}</Loaded>
}

function Found({ line }: { line: Line }) {
  const t = useT('kit', 'conciliation')
  const language = useLanguage()
  const { amount, state, description, booked_on, account_name } = line
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[
            { label: t('conciliation.title.lines'), to: LINES_PATH },
            { label: description || formatDay(booked_on, language) },
          ]}
          title={formatMoney(amount, language)}
          status={<StatusWord values={LINE_STATES} value={state} text={{ t, language }} />}
          subtitle={[description, account_name, formatDay(booked_on, language)].filter(Boolean).join(' · ')}
          actions={<Acts line={line} />}
        />
      }
      situation={
        line.cause &&
        OPEN.has(state) && (
          <Banner tone="atention">
            <strong>
              {state === 'ambiguous' || state === 'suggested'
                ? t(`conciliation.line.${state}`)
                : t('conciliation.line.alone', { cause: wordOf(t, 'cause', line.cause) })}
            </strong>
            {line.exception_id && (
              <p>
                <Link to={exceptionPath(line.exception_id)}>{t('conciliation.line.exception')}</Link>
              </p>
            )}
          </Banner>
        )
      }
      main={
        <>
          <Card title={t('conciliation.line.facts')}>
            <Facts facts={useFacts(line)} />
          </Card>
          <Card title={t('conciliation.line.raw')}>
            <pre className={styles.raw}>{line.raw}</pre>
          </Card>
          {OPEN.has(state) && <Candidates line={line} />}
          {line.matches.length > 0 && <Matches line={line} />}
        </>
      }
      side={<Story moments={line.timeline} />}
      raw={line}
    />
  )
}

function Acts({ line }: { line: Line }) {
  const t = useT('conciliation')
  const { id, state, amount, description, effect } = line
  const shared = {
    command: 'conciliation:line:decide',
    id,
    thing: description || id,
    permissions: MAY_WRITE,
  } as const
  if (state === 'ignored' && effect === 'new') return <ChoiceButton {...shared} choice="restore" />
  if (!OPEN.has(state)) return null
  return (
    <>
      {line.candidates.length > 0 && (
        <CommandButton
          dialog={split}
          given={{ line, expectations: line.candidates }}
          permissions={MAY_WRITE}
          anyMerchant
          variant="secondary"
        >
          {t('conciliation.split.open')}
        </CommandButton>
      )}
      {state !== 'part_matched' && <ChoiceButton {...shared} choice="ignore" />}
      {amount.amount < 0 && <ChoiceButton {...shared} choice="book_cost" variant="primary" />}
    </>
  )
}

function useFacts(line: Line) {
  const t = useT('conciliation')
  const language = useLanguage()
  const said = (value: string) => value || null
  return [
    {
      label: t('conciliation.column.account'),
      value: <Link to={accountPath(line.account_id)}>{line.account_name}</Link>,
    },
    { label: t('conciliation.column.booked_on'), value: formatDay(line.booked_on, language) },
    { label: t('conciliation.column.value_on'), value: line.value_on && formatDay(line.value_on, language) },
    { label: t('conciliation.column.history_code'), value: said(line.history_code) },
    { label: t('conciliation.column.bank_kind'), value: said(line.kind) },
    { label: t('conciliation.column.document'), value: said(line.document) },
    { label: t('conciliation.column.reference'), value: said(line.reference) },
    { label: t('conciliation.column.counterparty'), value: said(line.name) },
    { label: t('conciliation.column.balance'), value: line.balance && formatAmount(line.balance, language) },
    {
      label: t('conciliation.column.end_to_end_id'),
      value: line.end_to_end_id ? <CopyText text={line.end_to_end_id} /> : null,
      wide: true,
    },
    {
      label: t('conciliation.column.file'),
      value: (
        <>
          <Link to={filePath(line.file_id)}>{line.file_name}</Link>
          {`, ${t('conciliation.line.at', { line: formatNumber(line.first_line, language) })}`}
        </>
      ),
      wide: true,
    },
    ...(line.reason
      ? [{ label: t('conciliation.column.reason'), value: `${line.reason} (${line.decided_by})`, wide: true }]
      : []),
  ]
}

/** What the line may be, with what agrees and what does not. */
function Candidates({ line: { id, state, amount, candidates } }: { line: Line }) {
  const t = useT('kit', 'conciliation')
  const language = useLanguage()
  return (
    <Card title={t('conciliation.line.candidates')} flush={candidates.length > 0}>
      {candidates.length === 0 ? (
        <p>{t('conciliation.line.no_candidates')}</p>
      ) : (
        <MiniTable
          label={t('conciliation.line.candidates')}
          columns={[
            { key: 'day', title: t('conciliation.column.day') },
            { key: 'what', title: t('conciliation.line.what'), wide: true },
            { key: 'tests', title: t('conciliation.line.why'), wide: true },
            { key: 'state', title: t('conciliation.column.state') },
            { key: 'amount', title: t('conciliation.column.amount'), end: true },
            { key: 'act', title: t('conciliation.line.act') },
          ]}
          rows={candidates.map((each) => ({
            key: each.id,
            cells: [
              formatDay(each.day, language),
              `${wordOf(t, 'journal', each.kind.replaceAll('.', '_'))} · ${each.reference}`,
              <span key="tests" className={styles.tests}>
                {each.passed.map((test) => (
                  <Badge key={test} tone="success">
                    {wordOf(t, 'test', test)}
                  </Badge>
                ))}
                {each.failed.map((test) => (
                  <Badge key={test}>
                    <s>{wordOf(t, 'test', test)}</s>
                  </Badge>
                ))}
              </span>,
              <StatusWord
                key="state"
                values={EXPECTATION_STATES}
                value={each.state}
                text={{ t, language }}
              />,
              formatAmount(each.amount, language),
              // What is left of a line that is matched in part is divided.
              state === 'part_matched' ? null : (
                <CommandButton
                  key="act"
                  dialog={make}
                  given={{
                    lines: [id],
                    expectations: [each.id],
                    difference: { amount: amount.amount - each.amount.amount, currency: amount.currency },
                    onMade: nothing,
                  }}
                  permissions={MAY_WRITE}
                  anyMerchant
                  variant="secondary"
                  size="small"
                >
                  {t('conciliation.match.open')}
                </CommandButton>
              ),
            ],
          }))}
        />
      )}
    </Card>
  )
}

/** The matches that it is and was in, undone ones too. */
function Matches({ line: { matches, description, id } }: { line: Line }) {
  const t = useT('kit', 'conciliation')
  const language = useLanguage()
  return (
    <Card title={t('conciliation.line.matches')} flush>
      <MiniTable
        label={t('conciliation.line.matches')}
        columns={[
          { key: 'rung', title: t('conciliation.column.rule'), wide: true },
          { key: 'state', title: t('conciliation.column.state') },
          { key: 'made', title: t('conciliation.line.made') },
          { key: 'difference', title: t('conciliation.column.difference'), end: true },
          { key: 'act', title: t('conciliation.line.act') },
        ]}
        rows={matches.map((each) => ({
          key: each.id,
          cells: [
            `${t(`conciliation.rung.${each.rung}`)} (${each.lines} : ${each.expectations})`,
            t(`conciliation.group_state.${each.state}`),
            <DateTime key="made" at={each.undone_at ?? each.decided_at ?? each.made_at} />,
            formatAmount(each.difference, language),
            each.state === 'confirmed' ? (
              <ChoiceButton
                key="act"
                command="conciliation:match:decide"
                id={each.id}
                choice="undo"
                thing={description || id}
                needed={['reason']}
                permissions={MAY_WRITE}
                size="small"
              />
            ) : (
              (each.undo_reason ?? '')
            ),
          ],
        }))}
      />
    </Card>
  )
}
