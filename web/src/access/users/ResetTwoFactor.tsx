import { answer, api } from '../../app/api'
import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { type Attempt, useProof } from '../../kit/proof/useProof'
import { nameOf } from '../access'
import type { UserRow } from '../contract'
import styles from '../parts/form.module.css'
import { useRefresh } from '../useRefresh'

/** Takes a person's second factor away, once the administrator has shown their own. */
export default function ResetTwoFactor({ user, onClose }: CommandProps & { user: UserRow }) {
  const t = useT('common', 'kit', 'access')
  const refresh = useRefresh()
  const proof = useProof()
  return (
    <CommandDialog<Attempt, UserRow>
      title={t('access.reset.title')}
      submit={t(proof.way === 'passkey' ? 'access.reset.submit_passkey' : 'access.reset.submit')}
      subject={nameOf(user)}
      danger
      fields={['digits']}
      read={proof.read}
      send={async (attempt, header) =>
        answer(
          api.POST('/rbac/users/{id}/reset-two-factor', {
            params: { path: { id: user.id }, header },
            body: await proof.show(attempt),
          }),
        )
      }
      onDone={() => {
        onClose()
        showAlert('success', t('access.reset.done'))
        refresh()
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p className={styles.text}>{t('access.reset.text', { email: user.email })}</p>
          {proof.field(errors)}
        </>
      )}
    </CommandDialog>
  )
}
