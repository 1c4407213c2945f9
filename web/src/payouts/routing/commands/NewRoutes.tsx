import { useNavigate } from '@tanstack/react-router'
import type { components } from '../../../app/api-types'
import { useT } from '../../../app/i18n'
import { showAlert } from '../../../app/state'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandDialog } from '../../../kit/command/CommandDialog'
import { useDraft } from '../../../kit/command/draft'
import { sendCommand } from '../../../kit/command/send'
import { Field } from '../../../ui/Field'
import { TextInput } from '../../../ui/TextInput'
import { type Group, routesPath } from '../routing'

/** Begins a draft, empty or with the groups of another version. */
export default function NewRoutes({ groups, onClose }: CommandProps & { groups: readonly Group[] }) {
  const t = useT('common', 'kit', 'pixRules')
  const navigate = useNavigate()
  const [name, setName] = useDraft('name', '')
  return (
    <CommandDialog<components['schemas']['RoutesInput'], components['schemas']['PayoutRoutes']>
      command="payouts:routes:create"
      title={t('pixRules.create.title')}
      submit={t('pixRules.create.submit')}
      subject={t('pixRules.every_merchant')}
      fields={['name']}
      read={() =>
        name.trim()
          ? { input: { name: name.trim(), groups: [...groups] } }
          : { errors: { name: t('common.field_required') } }
      }
      send={(body, header) => sendCommand('payouts:routes:create', {}, body, header)}
      onDone={({ id }) => {
        onClose()
        showAlert('success', t('pixRules.create.done'))
        void navigate({ to: routesPath(id) })
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
