import { useNavigate } from '@tanstack/react-router'
import { useT } from '../app/i18n'
import { showAlert } from '../app/state'
import type { CommandProps } from '../kit/command/CommandButton'
import { CommandDialog } from '../kit/command/CommandDialog'
import { useDraft } from '../kit/command/draft'
import type { CommandName } from '../kit/command/schema'
import type { Answered, Keyed } from '../kit/command/useCommand'
import { Field } from '../ui/Field'
import { TextInput } from '../ui/TextInput'

interface NamedGroups<Group> {
  name: string
  groups: Group[]
}

interface NewVersionProps<Group> extends CommandProps {
  command: CommandName
  groups: readonly Group[]
  send: (input: NamedGroups<Group>, header: Keyed) => Promise<Answered<{ id: string }>>
  pathOf: (id: string) => string
}

/** Begins a draft, empty or with the groups of another version. */
export function NewVersion<Group>({ command, groups, send, pathOf, onClose }: NewVersionProps<Group>) {
  const t = useT('common', 'kit', 'pixRules')
  const navigate = useNavigate()
  const [name, setName] = useDraft('name', '')
  return (
    <CommandDialog<NamedGroups<Group>, { id: string }>
      command={command}
      title={t('pixRules.create.title')}
      submit={t('pixRules.create.submit')}
      subject={t('pixRules.every_merchant')}
      fields={['name']}
      read={() =>
        name.trim()
          ? { input: { name: name.trim(), groups: [...groups] } }
          : { errors: { name: t('common.field_required') } }
      }
      send={send}
      onDone={({ id }) => {
        onClose()
        showAlert('success', t('pixRules.create.done'))
        void navigate({ to: pathOf(id) })
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>{t('pixRules.create.text', { count: groups.length })}</p>
          <Field
            label={t('pixRules.column.name')}
            hint={t('pixRules.create.name_hint')}
            error={errors.name}
            required
          >
            {(control) => (
              <TextInput
                {...control}
                maxLength={80}
                autoComplete="off"
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
        </>
      )}
    </CommandDialog>
  )
}
