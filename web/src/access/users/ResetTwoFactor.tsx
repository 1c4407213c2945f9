import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { sendCommand } from '../../kit/command/send'
import { type Attempt, useProof } from '../../kit/proof/useProof'
import { nameOf } from '../access'
import type { UserRow } from '../contract'
import styles from '../parts/form.module.css'

/** Takes a person's second factor away, once the administrator has shown their own. */
export default function ResetTwoFactor({ user, onClose }: CommandProps & { user: UserRow }) {
  const t = useT('common', 'kit', 'access')
  const proof = useProof()
  return (
    <CommandDialog<Attempt, UserRow>
      command="access:user:reset_two_factor"
      title={t('access.reset.title')}
      submit={t(proof.way === 'passkey' ? 'access.reset.submit_passkey' : 'access.reset.submit')}
      subject={nameOf(user)}
      danger
      fields={['digits']}
      read={proof.read}
      send={async (attempt, header) =>
        sendCommand('access:user:reset_two_factor', { id: user.id }, await proof.show(attempt), header)
      }
      onDone={() => {
        onClose()
        showAlert('success', t('access.reset.done'))
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
