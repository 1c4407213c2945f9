import type { components } from '../../app/api-types'
import { useT } from '../../app/i18n'
import { authentication, settings, showAlert } from '../../app/state'
import { useStore } from '../../app/store'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { sendCommand } from '../../kit/command/send'
import type { PolicyInput, PolicyRow } from '../approvals'
import { TryPolicy } from '../simulation/TryPolicy'
import { POLICY_FIELDS, PolicyFields } from './PolicyFields'
import { EMPTY_POLICY, formOf, type PolicyForm, readPolicy } from './policyForm'

type Policy = components['schemas']['Policy']

/** Makes a policy, or changes one. As soon as somebody else could approve it, somebody else has to. */
export default function EditPolicy({ policy, onClose }: CommandProps & { policy?: PolicyRow }) {
  const t = useT('common', 'kit', 'approvals')
  const chosen = useStore(settings, ({ account }) => (account && account.id !== 'all' ? account.name : null))
  const staff = useStore(authentication, ({ internal_user }) => internal_user)
  const [form, setForm] = useDraft<PolicyForm>('form', () => (policy ? formOf(policy) : EMPTY_POLICY))
  return (
    <CommandDialog<PolicyInput, Policy>
      command={policy ? 'approvals:policy:change' : 'approvals:policy:create'}
      title={t(policy ? 'approvals.policy.edit_title' : 'approvals.policy.new_title')}
      submit={t('common.action.save')}
      subject={
        policy?.company_name ??
        chosen ??
        t(staff ? 'approvals.policy.every_merchant' : 'approvals.policy.own_company')
      }
      fields={POLICY_FIELDS}
      read={() => readPolicy(form, t)}
      send={(input, header) =>
        policy
          ? sendCommand('approvals:policy:change', { id: policy.id }, input, header)
          : sendCommand('approvals:policy:create', {}, input, header)
      }
      onDone={({ alone }) => {
        onClose()
        showAlert(
          alone ? 'warning' : 'success',
          t(alone ? 'approvals.policy.alone' : 'approvals.policy.saved'),
        )
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <PolicyFields form={form} errors={errors} put={(part) => setForm((now) => ({ ...now, ...part }))} />
          <TryPolicy form={form} />
        </>
      )}
    </CommandDialog>
  )
}
