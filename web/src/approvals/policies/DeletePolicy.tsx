import { answer, api } from '../../app/api'
import type { components } from '../../app/api-types'
import { useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import type { PolicyRow } from '../approvals'
import styles from '../commands/form.module.css'
import { useRefresh } from '../useRefresh'
import { sentenceOf } from './sentence'

/** Deletes a policy; somebody else has to agree. */
export default function DeletePolicy({ policy, onClose }: CommandProps & { policy: PolicyRow }) {
  const t = useT('common', 'kit', 'approvals')
  const language = useLanguage()
  const refresh = useRefresh()
  return (
    <CommandDialog<Record<string, never>, components['schemas']['Policy']>
      title={t('approvals.policy.delete_title')}
      submit={t('approvals.policy.remove')}
      subject={policy.company_name ?? undefined}
      danger
      read={() => ({ input: {} })}
      send={(input, header) =>
        answer(
          api.DELETE('/v1/approval-policies/{id}', {
            params: { path: { id: policy.id }, header },
            body: input,
          }),
        )
      }
      onDone={() => {
        onClose()
        showAlert('success', t('approvals.policy.deleted'))
        refresh()
      }}
      onClose={onClose}
    >
      {() => <p className={styles.text}>{sentenceOf(policy, t, language)}</p>}
    </CommandDialog>
  )
}
