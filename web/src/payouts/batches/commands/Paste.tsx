import { useNavigate } from '@tanstack/react-router'
import { useT } from '../../../app/i18n'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandDialog, type Errors } from '../../../kit/command/CommandDialog'
import { useDraft } from '../../../kit/command/draft'
import { sendCommand } from '../../../kit/command/send'
import { Field } from '../../../ui/Field'
import fieldStyles from '../../../ui/Field.module.css'
import { TextInput } from '../../../ui/TextInput'
import { batchPath } from '../batch'
import { Columns } from '../Columns'

/** A table of payments as text; its batch opens, and is read there. */
export default function Paste({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'payoutBatches')
  const navigate = useNavigate()
  const [form, setForm] = useDraft('form', { name: '', text: '' })
  const [mapping, setMapping] = useDraft('mapping', '')
  const read = (): { input: typeof form & { mapping: string | null } } | { errors: Errors } => {
    const missing = Object.entries(form).filter(([, value]) => value.trim() === '')
    return missing.length === 0
      ? { input: { ...form, mapping: mapping || null } }
      : { errors: Object.fromEntries(missing.map(([name]) => [name, t('common.field_required')])) }
  }
  return (
    <CommandDialog
      command="payouts:payout_batch:paste"
      title={t('payoutBatches.paste.title')}
      submit={t('payoutBatches.paste.submit')}
      fields={['name', 'text']}
      read={read}
      send={(input, header) => sendCommand('payouts:payout_batch:paste', {}, input, header)}
      onDone={({ id }) => {
        onClose()
        void navigate({ to: batchPath(id) })
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Field label={t('payoutBatches.paste.name')} error={errors.name} required>
            {(control) => (
              <TextInput
                {...control}
                value={form.name}
                maxLength={200}
                onChange={({ target }) => setForm((now) => ({ ...now, name: target.value }))}
              />
            )}
          </Field>
          <Field
            label={t('payoutBatches.paste.text')}
            hint={t('payoutBatches.paste.hint')}
            error={errors.text}
            required
          >
            {(control) => (
              <textarea
                {...control}
                className={fieldStyles.control}
                rows={8}
                spellCheck={false}
                value={form.text}
                onChange={({ target }) => setForm((now) => ({ ...now, text: target.value }))}
              />
            )}
          </Field>
          <Columns value={mapping} onChange={setMapping} />
        </>
      )}
    </CommandDialog>
  )
}
