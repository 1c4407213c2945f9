import { useLanguage, useT } from '../../app/i18n'
import { refreshTables, showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { formatMoney } from '../../kit/format'
import { type NoteRecord, planWords } from './note'

export interface MoveNoteProps extends CommandProps {
  note: Pick<NoteRecord, 'id' | 'number' | 'amount' | 'type'>
  to: 'submit' | 'post' | 'cancel'
}

/** Hands a note in, posts it, or gives it up; what would happen is on the screen before it does. */
export default function MoveNote({ note, to, onClose }: MoveNoteProps) {
  const t = useT('common', 'kit', 'account')
  const language = useLanguage()
  const values = { number: note.number, amount: formatMoney(note.amount, language) }
  return (
    <CommandForm
      command={`account:note:${to}`}
      ids={{ id: note.id }}
      title={t(`account.notes.${to}_title`, values)}
      submit={t(`account.notes.${to}`)}
      danger={to === 'cancel'}
      texts="account.notes"
      text={<p>{t(`account.notes.${to}_text`, values)}</p>}
      words={planWords(t, language)}
      onDone={() => {
        onClose()
        showAlert('success', t(`account.notes.${to}_done`, values))
        refreshTables()
      }}
      onClose={onClose}
    />
  )
}
