import { useT } from '../../../app/i18n'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandDialog, type Errors } from '../../../kit/command/CommandDialog'
import { useDraft } from '../../../kit/command/draft'
import { sendCommand } from '../../../kit/command/send'
import { Field } from '../../../ui/Field'
import { TextInput } from '../../../ui/TextInput'
import { SplitFields } from '../../split/SplitFields'
import { newPart, readSplit, SPLIT_FIELDS, type SplitForm } from '../../split/splitForm'
import { type RuleInput } from '../recipient'

/** What the parts are shown of, minor units. */
const EXAMPLE = 10_000

/** Saves a split under a name. */
export default function SaveRule({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'recipients')
  const [name, setName] = useDraft('name', '')
  const [split, setSplit] = useDraft<SplitForm>('split', () => ({ parts: [newPart()], rounding: '' }))
  const read = (): { input: RuleInput } | { errors: Errors } => {
    const given = readSplit(split, null, t)
    const errors: Errors = name.trim() ? {} : { name: t('common.field_required') }
    if ('errors' in given) return { errors: { ...errors, ...given.errors } }
    if (!given.input) return { errors: { ...errors, 'split.parts.0': t('common.field_required') } }
    return errors.name ? { errors } : { input: { name: name.trim(), split: given.input } }
  }
  return (
    <CommandDialog
      command="payin:split_rule:create"
      title={t('recipients.splits.save.title')}
      submit={t('recipients.splits.save.submit')}
      fields={['name', ...SPLIT_FIELDS]}
      read={read}
      send={(input, header) => sendCommand('payin:split_rule:create', {}, input, header)}
      onDone={() => {
        onClose()
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Field label={t('recipients.splits.save.name')} error={errors.name} required>
            {(control) => (
              <TextInput
                {...control}
                maxLength={60}
                autoComplete="off"
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <SplitFields form={split} amount={EXAMPLE} errors={errors} onChange={setSplit} />
        </>
      )}
    </CommandDialog>
  )
}
