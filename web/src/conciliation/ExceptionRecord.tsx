import { Link, useParams } from '@tanstack/react-router'
import { api, body } from '../app/api'
import { useLanguage, useT } from '../app/i18n'
import { CopyText } from '../kit/CopyText'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import { DateTime } from '../kit/DateTime'
import { formatDay, formatMoney } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { Facts } from '../kit/record/Facts'
import { Loaded } from '../kit/record/Loaded'
import { RecordHeader } from '../kit/record/RecordHeader'
import { RecordPage } from '../kit/record/RecordPage'
import { useRecord } from '../kit/record/useRecord'
import { Card } from '../ui/Card'
import { ChoiceButton } from './acts/ChoiceButton'
import {
  aboutWord,
  accountPath,
  EXCEPTION_STATES,
  EXCEPTIONS_PATH,
  type Exception,
  linePath,
  MAY_ADJUST,
  MAY_WRITE,
  wordOf,
} from './conciliation'
import { Story } from './Story'

const ask = lazyDialog(() => import('./acts/AskAdjustment'))

/** One exception: what it is about, who has it, and what was found. */
export function ExceptionRecord() {
  const { id = '' } = useParams({ strict: false })
  const found = useRecord(
    'conciliation.exception',
    id,
    (signal) => body(api.GET('/v1/conciliation/exceptions/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={found}>{(exception) => <Found exception={exception} />}</Loaded>
}

function Found({ exception }: { exception: Exception }) {
  const t = useT('kit', 'conciliation')
  const language = useLanguage()
  const { kind, amount, state, description } = exception
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[
            { label: t('conciliation.title.exceptions'), to: EXCEPTIONS_PATH },
            { label: wordOf(t, 'exception_kind', kind) },
          ]}
          title={formatMoney(amount, language)}
          status={<StatusWord values={EXCEPTION_STATES} value={state} text={{ t, language }} />}
          subtitle={[wordOf(t, 'exception_kind', kind), aboutWord(t, description)]
            .filter(Boolean)
            .join(' · ')}
          actions={state !== 'resolved' && <Acts exception={exception} />}
        />
      }
      main={
        <Card title={t('conciliation.exception.facts')}>
          <Facts
            facts={[
              {
                label: t('conciliation.column.account'),
                value: <Link to={accountPath(exception.account_id)}>{exception.account_name}</Link>,
              },
              { label: t('conciliation.column.booked_on'), value: formatDay(exception.day, language) },
              { label: t('conciliation.column.opened_at'), value: <DateTime at={exception.opened_at} /> },
              { label: t('conciliation.column.owner'), value: exception.owner },
              {
                label: t('conciliation.column.due_on'),
                value: exception.due_on && formatDay(exception.due_on, language),
              },
              {
                label: t('conciliation.exception.line'),
                value: exception.line_id && (
                  <Link to={linePath(exception.line_id)}>{t('conciliation.exception.open_line')}</Link>
                ),
              },
              {
                label: t('conciliation.column.end_to_end_id'),
                value: exception.end_to_end_id ? <CopyText text={exception.end_to_end_id} /> : null,
                wide: true,
              },
              ...(exception.note
                ? [{ label: t('conciliation.exception.note'), value: exception.note, wide: true }]
                : []),
              ...(exception.resolved_at
                ? [
                    {
                      label: t('conciliation.exception.resolved_at'),
                      value: <DateTime at={exception.resolved_at} />,
                    },
                    { label: t('conciliation.exception.resolved_by'), value: exception.resolved_by },
                    {
                      label: t('conciliation.exception.resolution'),
                      value: wordOf(t, 'resolution', exception.resolution ?? ''),
                      wide: true,
                    },
                  ]
                : []),
            ]}
          />
        </Card>
      }
      side={<Story moments={exception.timeline} />}
      raw={exception}
    />
  )
}

function Acts({ exception }: { exception: Exception }) {
  const t = useT('conciliation')
  const { id, kind, line_id, amount, day, description } = exception
  const shared = {
    command: 'conciliation:exception:decide',
    id,
    thing: wordOf(t, 'exception_kind', kind),
    permissions: MAY_WRITE,
  } as const
  return (
    <>
      <ChoiceButton {...shared} choice="comment" needed={['text']} />
      <ChoiceButton {...shared} choice="assign" />
      <ChoiceButton {...shared} choice="resolve" needed={['text']} />
      {line_id && (
        <CommandButton
          dialog={ask}
          given={{ exception: { id, amount, day, description } }}
          permissions={MAY_ADJUST}
          anyMerchant
        >
          {t('conciliation.ask.from_exception')}
        </CommandButton>
      )}
    </>
  )
}
