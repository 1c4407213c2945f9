import { Trash2 } from 'lucide-react'
import { answer, api } from '../../app/api'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { readAgain } from '../../kit/command/subjects'
import { AddFile, AS_BODY, Files } from '../../kit/files/Files'
import { Card } from '../../ui/Card'
import { MAY_WRITE, type NoteRecord } from './note'

const acts = lazyDialog(async () => ({ default: (await import('./acts')).FileActs }))

/** What is attached to the note. */
export function Attachments({ note }: { note: NoteRecord }) {
  const t = useT('account')
  const { id, status, may_write } = note
  const open = may_write && (status === 'draft' || status === 'awaiting_approval')
  const attach = async (file: File) => {
    await answer(
      api.POST('/v1/account/notes/{id}/files', {
        params: { path: { id }, query: { name: file.name } },
        body: file as never,
        ...AS_BODY,
      }),
    )
    readAgain('account:note:remove_file')
  }
  return (
    <Card
      title={t('account.files.card')}
      actions={may_write && status !== 'cancelled' && may(MAY_WRITE) && <AddFile send={attach} />}
    >
      <Files
        label={t('account.files.card')}
        files={note.files}
        take={({ id: file }) =>
          answer(
            api.GET('/v1/account/notes/{id}/files/{file}', {
              params: { path: { id, file } },
              parseAs: 'blob',
            }),
          )
        }
        renderRemoval={(file) =>
          open && (
            <CommandButton
              dialog={acts}
              given={{ note: id, file, what: 'remove' }}
              permissions={MAY_WRITE}
              size="small"
              variant="ghost"
              aria-label={t('kit.files.remove', { name: file.name })}
              icon={<Trash2 size={16} strokeWidth={1.75} />}
            >
              {t('account.files.remove')}
            </CommandButton>
          )
        }
      />
    </Card>
  )
}
