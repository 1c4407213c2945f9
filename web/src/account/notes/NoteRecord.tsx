import { Link, useParams } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CopyText } from '../../kit/CopyText'
import { formatDay, shortId } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Money } from '../../kit/Money'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { Timeline, type TimelineItem } from '../../kit/record/Timeline'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { transactionPath, wordOf } from '../history/entry'
import { Attachments } from './Attachments'
import { NoteActions } from './NoteActions'
import { NOTE_STATUSES, NOTES_PATH, type NoteRecord as Note } from './note'

/** One note: what is given or taken, why, who wrote it and who posted it. */
export function NoteRecord() {
  const { id = '' } = useParams({ strict: false })
  const note = useRecord(
    'account.note',
    id,
    (signal) => body(api.GET('/v1/account/notes/{id}', { params: { path: { id } }, signal })),
    ({ status }) => status === 'awaiting_approval',
  )
  return <Loaded query={note}>{(found) => <Found note={found} />}</Loaded>
}

function Found({ note }: { note: Note }) {
  const t = useT('kit', 'account')
  const language = useLanguage()
  const title = `${wordOf(t, 'note_type', note.type)} ${note.number}`
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('account.notes.title'), to: NOTES_PATH }, { label: title }]}
          title={<Money value={note.amount} />}
          status={<StatusWord values={NOTE_STATUSES} value={note.status} text={{ t, language }} />}
          subtitle={[title, note.description].join(' · ')}
          actions={<NoteActions note={note} />}
        />
      }
      situation={
        note.status === 'awaiting_approval' &&
        note.mine && <Banner tone="awaiting">{t('account.notes.another')}</Banner>
      }
      main={
        <>
          <Card title={t('account.notes.card')}>
            <Facts
              facts={[
                { label: t('account.column.number'), value: note.number },
                { label: t('account.column.type'), value: wordOf(t, 'note_type', note.type) },
                { label: t('account.column.reason'), value: wordOf(t, 'note_reason', note.reason) },
                { label: t('account.column.due_date'), value: formatDay(note.due_date, language) },
                {
                  label: t('account.column.transaction_id'),
                  value: note.journal_id && (
                    <Link to={transactionPath(note.journal_id)}>{shortId(note.journal_id)}</Link>
                  ),
                },
                ...(note.reversed_by
                  ? [
                      {
                        label: t('account.record.reversed_by'),
                        value: (
                          <Link to={transactionPath(note.reversed_by)}>{shortId(note.reversed_by)}</Link>
                        ),
                      },
                    ]
                  : []),
                { label: t('account.column.id'), value: <CopyText text={note.id} short /> },
                { label: t('account.column.description'), value: note.description, wide: true },
              ]}
            />
          </Card>
          <Attachments note={note} />
        </>
      }
      side={
        <Card title={t('account.notes.history')}>
          <Timeline items={useMoments(note)} />
        </Card>
      }
      raw={note}
    />
  )
}

function useMoments(note: Note): TimelineItem[] {
  const t = useT('account')
  const moments = [
    { key: 'cancelled', at: note.cancelled_at, by: note.cancelled_by, tone: 'neutral' as const },
    { key: 'posted', at: note.posted_at, by: note.posted_by, tone: 'success' as const },
    { key: 'submitted', at: note.submitted_at, by: note.submitted_by, tone: 'awaiting' as const },
    { key: 'created', at: note.created_at, by: note.created_by, tone: 'neutral' as const },
  ]
  return moments.flatMap(({ key, at, by, tone }) =>
    at ? [{ key, at, title: t(`account.note_moment.${key}`), note: by, tone }] : [],
  )
}
