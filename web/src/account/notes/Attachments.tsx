import { Download, Paperclip, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { answer, api } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { showAlert } from '../../app/state'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { download } from '../../kit/export/server'
import { useAct } from '../../kit/export/useAct'
import { formatTime } from '../../kit/format'
import hidden from '../../kit/hidden.module.css'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { IconButton } from '../../ui/IconButton'
import { refresh } from '../refresh'
import styles from './Attachments.module.css'
import { LARGEST_FILE, MAY_WRITE, type NoteFile, type NoteRecord, sizeOf } from './note'

const removal = lazyDialog(() => import('./RemoveFile'))

/** What is attached to the note; the server decides by its content what a file is. */
export function Attachments({ note }: { note: NoteRecord }) {
  const t = useT('account')
  return (
    <Card
      title={t('account.files.card')}
      actions={note.may_write && note.status !== 'cancelled' && may(MAY_WRITE) && <Add note={note.id} />}
    >
      {note.files.length === 0 && <p className={styles.none}>{t('account.files.none')}</p>}
      <ul className={styles.files} aria-label={t('account.files.card')}>
        {note.files.map((file) => (
          <File key={file.id} note={note} file={file} />
        ))}
      </ul>
    </Card>
  )
}

function File({ note, file }: { note: NoteRecord; file: NoteFile }) {
  const t = useT('account')
  const language = useLanguage()
  const { act, busy } = useAct()
  const take = () =>
    download(
      answer(
        api.GET('/v1/account/notes/{id}/files/{file}', {
          params: { path: { id: note.id, file: file.id } },
          parseAs: 'blob',
        }),
      ),
    )
  const open = note.status === 'draft' || note.status === 'awaiting_approval'
  return (
    <li className={styles.file}>
      <div className={styles.words}>
        <p className={styles.name}>{file.name}</p>
        <p className={styles.about}>
          {[sizeOf(file.size, language), formatTime(file.uploaded_at, language), file.uploaded_by]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <IconButton
        size="small"
        label={t('account.files.download', { name: file.name })}
        icon={<Download size={16} strokeWidth={1.75} />}
        aria-busy={busy || undefined}
        onClick={() => act(take)}
      />
      {note.may_write && open && (
        <CommandButton
          dialog={removal}
          given={{ note: note.id, file }}
          permissions={MAY_WRITE}
          size="small"
          variant="ghost"
          icon={<Trash2 size={16} strokeWidth={1.75} />}
        >
          {t('account.files.remove')}
        </CommandButton>
      )}
    </li>
  )
}

function Add({ note }: { note: string }) {
  const t = useT('account')
  const input = useRef<HTMLInputElement>(null)
  const { act, busy } = useAct()
  const send = async (file: globalThis.File) => {
    if (file.size > LARGEST_FILE) {
      showAlert('error', t('account.files.too_large'))
      return
    }
    await answer(
      api.POST('/v1/account/notes/{id}/files', {
        params: { path: { id: note }, query: { name: file.name } },
        body: file as never,
        bodySerializer: (given: unknown) => given as never,
        headers: { 'Content-Type': 'application/octet-stream' },
      }),
    )
    refresh()
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="application/pdf,image/png,image/jpeg"
        className={hidden.hidden}
        tabIndex={-1}
        aria-label={t('account.files.choose')}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) act(() => send(file))
          // The same file can be chosen again after it was refused.
          target.value = ''
        }}
      />
      <Button
        size="small"
        variant="secondary"
        busy={busy}
        icon={<Paperclip size={16} strokeWidth={1.75} />}
        onClick={() => input.current?.click()}
      >
        {t(busy ? 'account.files.sending' : 'account.files.add')}
      </Button>
    </>
  )
}
