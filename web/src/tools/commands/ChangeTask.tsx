import type { components } from '../../app/api-types'
import { COMMANDS } from '../../app/commands'
import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { SchemaFields } from '../../kit/command/SchemaFields'
import { readValues, type Values } from '../../kit/command/schema'
import { sendCommand } from '../../kit/command/send'
import { type Task, taskName } from '../tasks'
import { Preview } from './Preview'

type Change = components['schemas']['TaskChange']

const { fields } = COMMANDS['tools:task:change']

/** Changes when a task runs; the next five runs stand beside what is typed. */
export default function ChangeTask({ task, onClose }: CommandProps & { task: Task }) {
  const t = useT('common', 'kit', 'tools')
  const [values, setValues] = useDraft<Values>('values', () => ({
    schedule: task.schedule,
    time_zone: task.time_zone,
    grace_seconds: String(task.grace_seconds),
    overlap: task.overlap,
  }))
  return (
    <CommandDialog<Change, components['schemas']['CronTask']>
      command="tools:task:change"
      title={t('tools.change.title')}
      submit={t('common.action.save')}
      subject={{ thing: taskName(t, task.name) }}
      fields={fields.map(({ name }) => name)}
      read={() => readValues(fields, values, t) as { input: Change }}
      send={(input, header) => sendCommand('tools:task:change', { id: task.id }, input, header)}
      onDone={() => {
        onClose()
        showAlert('success', t('tools.change.done'))
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <SchemaFields
            fields={fields}
            texts="tools.change"
            values={values}
            errors={errors}
            options={{
              overlap: ['skip', 'queue'].map((value) => ({ value, label: t(`tools.overlap.${value}`) })),
            }}
            onChange={(name, value) => setValues((now) => ({ ...now, [name]: value }))}
          />
          <Preview schedule={String(values.schedule ?? '')} zone={String(values.time_zone ?? '')} />
        </>
      )}
    </CommandDialog>
  )
}
