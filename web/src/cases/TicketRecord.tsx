import { Link, useParams } from '@tanstack/react-router'
import { answer, api, body } from '../app/api'
import { useLanguage, useT } from '../app/i18n'
import { may } from '../app/permissions'
import { CopyText } from '../kit/CopyText'
import { readAgain } from '../kit/command/subjects'
import { DateTime } from '../kit/DateTime'
import { DownloadButton } from '../kit/export/DownloadButton'
import { AddFile, AS_BODY, Files } from '../kit/files/Files'
import { formatDocument } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { Facts } from '../kit/record/Facts'
import { Loaded } from '../kit/record/Loaded'
import { RecordHeader } from '../kit/record/RecordHeader'
import { RecordPage } from '../kit/record/RecordPage'
import { Timeline } from '../kit/record/Timeline'
import { useRecord } from '../kit/record/useRecord'
import { Banner } from '../ui/Banner'
import { Card } from '../ui/Card'
import { ClockCard } from './ClockCard'
import { MoneyCard } from './MoneyCard'
import { TicketActions } from './TicketActions'
import styles from './TicketRecord.module.css'
import { LIST_PATHS, MAY_WRITE, protocolText, STATES, type Ticket, ticketPath, wordOf } from './ticket'

/** More than a tenth of a month's tickets extended must be explained to the Central Bank, in basis points. */
const EXTENDED_LIMIT = 1_000

/** One ticket of the ombudsman: its clock, its steps, its letter. */
export function OmbudsmanTicket() {
  const { id = '' } = useParams({ strict: false })
  const ticket = useRecord(
    'audit.ombudsman',
    id,
    (signal) => body(api.GET('/v1/audit/ombudsman-tickets/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={ticket}>{(found) => <Found ticket={found} />}</Loaded>
}

/** One ticket of customer service: its clock and its steps. */
export function ServiceTicket() {
  const { id = '' } = useParams({ strict: false })
  const ticket = useRecord(
    'audit.service',
    id,
    (signal) => body(api.GET('/v1/audit/service-tickets/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={ticket}>{(found) => <Found ticket={found} />}</Loaded>
}

function Found({ ticket }: { ticket: Ticket }) {
  const t = useT('kit', 'cases')
  const language = useLanguage()
  const { kind, days_left } = ticket
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[
            {
              label: t(kind === 'ombudsman' ? 'cases.ombudsman.title' : 'cases.service.title'),
              to: LIST_PATHS[kind],
            },
            { label: protocolText(ticket.protocol) },
          ]}
          title={ticket.requester_name}
          status={<StatusWord values={STATES[kind]} value={ticket.state} text={{ t, language }} />}
          subtitle={[
            protocolText(ticket.protocol),
            wordOf(t, 'matter', ticket.matter),
            wordOf(t, 'subject', ticket.subject),
          ].join(' · ')}
          actions={<TicketActions ticket={ticket} />}
        />
      }
      situation={
        <>
          {days_left !== null && days_left < 0 && <Banner tone="error">{t('cases.clock.overdue')}</Banner>}
          {ticket.may_extend && ticket.extended_share >= EXTENDED_LIMIT && (
            <Banner tone="awaiting">{t('cases.clock.share', { share: ticket.extended_share / 100 })}</Banner>
          )}
        </>
      }
      main={
        <>
          <Card title={t('cases.record.facts')}>
            <Facts facts={useFacts(ticket)} />
          </Card>
          {ticket.answer && (
            <Card title={t('cases.record.letter')} actions={<PrintLetter ticket={ticket} />}>
              <p className={styles.letter}>{ticket.answer}</p>
            </Card>
          )}
          <MoneyCard ticket={ticket} />
          <Card title={t('cases.record.steps')}>
            <Timeline
              items={ticket.steps.toReversed().map(({ n, at, actor, kind: step, body: words }) => ({
                key: String(n),
                at,
                title: wordOf(t, 'step', step),
                note: [words, actor].filter(Boolean).join(' · '),
              }))}
            />
          </Card>
          <Attachments ticket={ticket} />
        </>
      }
      side={
        <>
          <ClockCard ticket={ticket} />
          <Related ticket={ticket} />
        </>
      }
      raw={ticket}
    />
  )
}

/** What the person got, as a file. */
function PrintLetter({ ticket: { id, kind } }: { ticket: Ticket }) {
  const t = useT('cases')
  if (kind !== 'ombudsman') return null
  const letter = () =>
    answer(api.GET('/v1/audit/ombudsman-tickets/{id}/letter', { params: { path: { id } }, parseAs: 'blob' }))
  return (
    <DownloadButton get={letter} variant="secondary">
      {t('cases.letter.print')}
    </DownloadButton>
  )
}

function useFacts(ticket: Ticket) {
  const t = useT('cases')
  return [
    {
      label: t('cases.column.protocol'),
      value: <CopyText text={ticket.protocol} shown={protocolText(ticket.protocol)} />,
    },
    { label: t('cases.column.opened_at'), value: <DateTime at={ticket.opened_at} /> },
    { label: t('cases.column.channel'), value: wordOf(t, 'channel', ticket.channel) },
    { label: t('cases.column.product'), value: wordOf(t, 'product', ticket.product) },
    { label: t('cases.column.priority'), value: wordOf(t, 'priority', ticket.priority) },
    { label: t('cases.column.requester_document'), value: formatDocument(ticket.requester_document ?? '—') },
    { label: t('cases.column.requester_contact'), value: ticket.requester_contact ?? '—' },
    { label: t('cases.column.merchant_name'), value: ticket.merchant_name ?? '—' },
    { label: t('cases.column.owner'), value: ticket.owner ?? '—' },
    ...(ticket.end_to_end_id
      ? [
          {
            label: t('cases.column.end_to_end_id'),
            value: (
              <Link to="/dashboard/payin/payments/list" search={{ search: ticket.end_to_end_id }}>
                {ticket.end_to_end_id}
              </Link>
            ),
          },
        ]
      : []),
    ...(ticket.outcome
      ? [{ label: t('cases.column.outcome'), value: wordOf(t, 'outcome', ticket.outcome) }]
      : []),
    ...(ticket.satisfaction
      ? [{ label: t('cases.column.satisfaction'), value: `${ticket.satisfaction} / 5` }]
      : []),
    { label: t('cases.column.description'), value: ticket.description, wide: true },
  ]
}

function Related({ ticket }: { ticket: Ticket }) {
  const t = useT('cases')
  const language = useLanguage()
  return (
    <Card title={t('cases.record.related')}>
      {ticket.related.length === 0 ? (
        <p>{t('cases.record.no_related')}</p>
      ) : (
        <ul className={styles.related}>
          {ticket.related.map(({ id, kind, protocol, state }) => (
            <li key={id}>
              <Link to={ticketPath(kind, id)}>{protocolText(protocol)}</Link>{' '}
              <StatusWord values={STATES[kind]} value={state} text={{ t, language }} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Attachments({ ticket: { kind, id, files } }: { ticket: Ticket }) {
  const t = useT('cases')
  const path = kind === 'ombudsman' ? '/v1/audit/ombudsman-tickets' : '/v1/audit/service-tickets'
  const attach = async (file: File) => {
    await answer(
      api.POST(`${path}/{id}/files`, {
        params: { path: { id }, query: { name: file.name } },
        body: file as never,
        ...AS_BODY,
      }),
    )
    readAgain(`cases:${kind}:note`)
  }
  return (
    <Card title={t('cases.record.files')} actions={may(MAY_WRITE) && <AddFile send={attach} />}>
      <Files
        label={t('cases.record.files')}
        files={files}
        take={({ id: file }) =>
          answer(api.GET(`${path}/{id}/files/{file}`, { params: { path: { id, file } }, parseAs: 'blob' }))
        }
      />
    </Card>
  )
}
