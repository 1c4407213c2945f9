import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { sendCommand } from '../../kit/command/send'
import { Field } from '../../ui/Field'
import { TextArea } from '../../ui/TextInput'
import type { CompanyRecord } from '../companies'

/** A note, several lines long; only the provider's own people read it. */
export default function AddNote({ company, onClose }: CommandProps & { company: CompanyRecord }) {
  const t = useT('common', 'kit', 'companies')
  const [text, setText] = useDraft('text', '')
  return (
    <CommandDialog<{ text: string }, unknown>
      command="companies:note:add"
      title={t('companies.note.title')}
      submit={t('common.action.save')}
      subject={company.name}
      fields={['text']}
      read={() =>
        text.trim() ? { input: { text: text.trim() } } : { errors: { text: t('common.field_required') } }
      }
      send={(input, header) => sendCommand('companies:note:add', { id: String(company.id) }, input, header)}
      onDone={() => {
        onClose()
      }}
      onClose={onClose}
    >
      {(errors) => (
        <Field
          label={t('companies.note.text')}
          hint={t('companies.note.text_hint')}
          error={errors.text}
          required
        >
          {(control) => (
            <TextArea
              {...control}
              rows={5}
              maxLength={2000}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      )}
    </CommandDialog>
  )
}
