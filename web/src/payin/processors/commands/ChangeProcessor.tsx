import type { components } from '../../../app/api-types'
import { COMMANDS } from '../../../app/commands'
import { useT } from '../../../app/i18n'
import { showAlert } from '../../../app/state'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandDialog } from '../../../kit/command/CommandDialog'
import { useDraft } from '../../../kit/command/draft'
import { SchemaFields } from '../../../kit/command/SchemaFields'
import { readValues, type Values } from '../../../kit/command/schema'
import { sendCommand } from '../../../kit/command/send'
import type { Processor } from '../processors'

type Change = components['schemas']['ProcessorChange']

/** What a person types; the version is that of what they saw. */
const fields = COMMANDS['payin:processor:change'].fields.filter(({ name }) => name !== 'version')

/** Another name or priority. */
export default function ChangeProcessor({ processor, onClose }: CommandProps & { processor: Processor }) {
  const t = useT('common', 'kit', 'processors')
  const [values, setValues] = useDraft<Values>('values', () => ({
    name: processor.name,
    priority: String(processor.priority),
  }))
  return (
    <CommandDialog<Change, components['schemas']['Processor']>
      command="payin:processor:change"
      title={t('processors.change.title')}
      submit={t('common.action.save')}
      subject={{ thing: processor.name }}
      fields={fields.map(({ name }) => name)}
      read={() => {
        const given = readValues(fields, values, t)
        return 'errors' in given
          ? given
          : { input: { ...given.input, version: processor.version } as unknown as Change }
      }}
      send={(body, header) => sendCommand('payin:processor:change', { id: processor.id }, body, header)}
      onDone={() => {
        onClose()
        showAlert('success', t('processors.change.done'))
      }}
      onClose={onClose}
    >
      {(errors) => (
        <SchemaFields
          fields={fields}
          texts="processors.field"
          values={values}
          errors={errors}
          onChange={(name, value) => setValues((now) => ({ ...now, [name]: value }))}
        />
      )}
    </CommandDialog>
  )
}
