import { useNavigate } from '@tanstack/react-router'
import type { components } from '../../app/api-types'
import { type Translate, useT } from '../../app/i18n'
import { useZone } from '../../app/zone'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { todayIn } from '../header/moment'
import { type NoteRecord, notePath, REASONS, TYPES } from './note'

export interface WriteNoteProps extends CommandProps {
  /** A draft that is changed; a new note without it. */
  note?: Pick<NoteRecord, 'id' | 'type' | 'reason' | 'amount' | 'due_date' | 'description'>
}

const named = (t: Translate, options: readonly { value: string; label: string }[]) =>
  options.map(({ value, label }) => ({ value, label: t(label) }))

/** What is given or taken, why, and from when it counts. */
export default function WriteNote({ note, onClose }: WriteNoteProps) {
  const t = useT('common', 'kit', 'account')
  const navigate = useNavigate()
  const today = todayIn(useZone())
  const initial = note
    ? { ...note, amount: note.amount.amount }
    : { type: 'credit', reason: 'fee_correction', due_date: today }
  return (
    <CommandForm<components['schemas']['Note']>
      command={note ? 'account:note:change' : 'account:note:create'}
      ids={note && { id: note.id }}
      title={t(note ? 'account.notes.change' : 'account.notes.new')}
      submit={t('account.notes.save')}
      texts="account.note_form"
      initial={initial}
      options={{ type: named(t, TYPES), reason: named(t, REASONS) }}
      onDone={({ id }) => {
        onClose()
        if (!note) void navigate({ to: notePath(id) })
      }}
      onClose={onClose}
    />
  )
}
