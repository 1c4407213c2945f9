import { useNavigate } from '@tanstack/react-router'
import { answer, api } from '../../../app/api'
import type { components } from '../../../app/api-types'
import { useT } from '../../../app/i18n'
import { showAlert } from '../../../app/state'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandDialog } from '../../../kit/command/CommandDialog'
import { useDraft } from '../../../kit/command/draft'
import { Field } from '../../../ui/Field'
import { TextInput } from '../../../ui/TextInput'
import { refresh } from '../refresh'
import { type Group, rulesPath } from '../rules'

/** Begins a draft, empty or with the groups of another version. */
export default function NewRules({ groups, onClose }: CommandProps & { groups: readonly Group[] }) {
  const t = useT('common', 'kit', 'pixRules')
  const navigate = useNavigate()
  const [name, setName] = useDraft('name', '')
  return (
    <CommandDialog<components['schemas']['RulesInput'], components['schemas']['Rules']>
      title={t('pixRules.create.title')}
      submit={t('pixRules.create.submit')}
      subject={t('pixRules.every_merchant')}
      fields={['name']}
      read={() =>
        name.trim()
          ? { input: { name: name.trim(), groups: [...groups] } }
          : { errors: { name: t('common.field_required') } }
      }
      send={(body, header) => answer(api.POST('/v1/payin/rules', { params: { header }, body }))}
      onDone={({ id }) => {
        onClose()
        showAlert('success', t('pixRules.create.done'))
        refresh()
        void navigate({ to: rulesPath(id) })
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
