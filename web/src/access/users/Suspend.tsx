import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { nameOf } from '../access'
import type { UserRow } from '../contract'
import styles from '../parts/form.module.css'
import { useRefresh } from '../useRefresh'

/** Shuts a person out, for a reason that stays on record. */
export default function Suspend({ user, onClose }: CommandProps & { user: UserRow }) {
  const t = useT('common', 'kit', 'access')
  const refresh = useRefresh()
  return (
    <CommandForm
      command="access:user:suspend"
      ids={{ id: user.id }}
      title={t('access.suspend.title')}
      submit={t('access.suspend.submit')}
      subject={nameOf(user)}
      danger
      texts="access.suspend"
      text={<p className={styles.text}>{t('access.suspend.text')}</p>}
      onDone={() => {
        onClose()
        showAlert('success', t('access.suspend.done'))
        refresh()
      }}
      onClose={onClose}
    />
  )
}
