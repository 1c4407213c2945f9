import { useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
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
    <CommandForm
      command="approvals:policy:delete"
      ids={{ id: policy.id }}
      title={t('approvals.policy.delete_title')}
      submit={t('approvals.policy.remove')}
      subject={policy.company_name ?? undefined}
      danger
      texts="approvals.policy"
      text={<p className={styles.text}>{sentenceOf(policy, t, language)}</p>}
      onDone={() => {
        onClose()
        showAlert('success', t('approvals.policy.deleted'))
        refresh()
      }}
      onClose={onClose}
    />
  )
}
