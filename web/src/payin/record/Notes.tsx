import { useQuery } from '@tanstack/react-query'
import { NotebookPen, Trash2 } from 'lucide-react'
import { answer, api, body } from '../../app/api'
import { linesOf } from '../../app/errors'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { readAgain } from '../../kit/command/subjects'
import { AddFile, AS_BODY, Files } from '../../kit/files/Files'
import { formatTime } from '../../kit/format'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import { Spinner } from '../../ui/Spinner'
import { MAY_CHARGE } from '../charge'
import styles from './Notes.module.css'

const acts = lazyDialog(() => import('./noteActs'))

/** What people wrote of a charge and attached to it. */
export default function Notes({ id }: { id: string }) {
  const t = useT('common', 'kit', 'charge')
  const { data, error } = useQuery({
    queryKey: ['record', 'payin.payment.notes', id],
    queryFn: ({ signal }) =>
      body(api.GET('/v1/payin/charges/{id}/notes', { params: { path: { id } }, signal })),
  })
  if (error)
    return <EmptyState level={2} title={t('charge.notes.failed')} hint={linesOf(t, error).join('. ')} />
  if (!data) return <Spinner label={t('common.loading')} />
  const attach = async (file: File) => {
    await answer(
      api.POST('/v1/payin/charges/{id}/files', {
        params: { path: { id }, query: { name: file.name } },
        body: file as never,
        ...AS_BODY,
      }),
    )
    readAgain('payin:charge:note')
  }
  return (
    <div className={styles.notes}>
      <Card
        title={t('charge.notes.title')}
        actions={
          <CommandButton
            dialog={acts}
            given={{ id, what: 'note' }}
            permissions={MAY_CHARGE}
            size="small"
            variant="secondary"
            icon={<NotebookPen size={16} strokeWidth={1.75} />}
          >
            {t('charge.notes.add')}
          </CommandButton>
        }
      >
        {data.notes.length === 0 ? (
          <p className={styles.none}>{t('charge.notes.none')}</p>
        ) : (
          <ol className={styles.list}>
            {data.notes.map((note) => (
              <Note key={note.id} note={note} />
            ))}
          </ol>
        )}
      </Card>
      <Card title={t('charge.files.title')} actions={may(MAY_CHARGE) && <AddFile send={attach} />}>
        <Files
          label={t('charge.files.title')}
          files={data.files}
          take={({ id: file }) =>
            answer(
              api.GET('/v1/payin/charges/{id}/files/{file}', {
                params: { path: { id, file } },
                parseAs: 'blob',
              }),
            )
          }
          renderRemoval={(file) => (
            <CommandButton
              dialog={acts}
              given={{ id, file: { id: file.id, name: file.name }, what: 'remove_file' }}
              permissions={MAY_CHARGE}
              size="small"
              variant="ghost"
              aria-label={t('kit.files.remove', { name: file.name })}
              icon={<Trash2 size={16} strokeWidth={1.75} />}
            >
              {t('charge.files.remove')}
            </CommandButton>
          )}
        />
      </Card>
    </div>
  )
}

function Note({ note }: { note: { text: string; author: string | null; created_at: string } }) {
  const t = useT('charge')
  const language = useLanguage()
  return (
    <li className={styles.note}>
      <p className={styles.text}>{note.text}</p>
      <p className={styles.about}>
        {note.author ?? t('charge.notes.staff')} · {formatTime(note.created_at, language, { year: 'auto' })}
      </p>
    </li>
  )
}
