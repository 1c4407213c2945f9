import { Ban, Check, Pencil, Send } from 'lucide-react'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { MAY_POST, MAY_WRITE, type NoteRecord } from './note'

const write = lazyDialog(() => import('./WriteNote'))
const acts = lazyDialog(() => import('./acts'))

/** What this person can do with the note as it is now; the server says who had a hand in it. */
export function NoteActions({ note }: { note: NoteRecord }) {
  const t = useT('account')
  const icon = { size: 18, strokeWidth: 1.75 }
  const draft = note.status === 'draft'
  const open = draft || note.status === 'awaiting_approval'
  return (
    <>
      {note.may_write && open && (
        <CommandButton
          dialog={acts}
          given={{ note, what: 'cancel' }}
          permissions={MAY_WRITE}
          variant="secondary"
          icon={<Ban {...icon} />}
        >
          {t('account.notes.cancel')}
        </CommandButton>
      )}
      {note.may_write && draft && (
        <>
          <CommandButton
            dialog={write}
            given={{ note }}
            permissions={MAY_WRITE}
            variant="secondary"
            icon={<Pencil {...icon} />}
          >
            {t('account.notes.change')}
          </CommandButton>
          <CommandButton
            dialog={acts}
            given={{ note, what: 'submit' }}
            permissions={MAY_WRITE}
            icon={<Send {...icon} />}
          >
            {t('account.notes.submit')}
          </CommandButton>
        </>
      )}
      {note.may_post && (
        <CommandButton
          dialog={acts}
          given={{ note, what: 'post' }}
          permissions={MAY_POST}
          icon={<Check {...icon} />}
        >
          {t('account.notes.post')}
        </CommandButton>
      )}
    </>
  )
}
