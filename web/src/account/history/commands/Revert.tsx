import { useNavigate } from '@tanstack/react-router'
import type { components } from '../../../app/api-types'
import { useT } from '../../../app/i18n'
import { refreshTables, showAlert } from '../../../app/state'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm } from '../../../kit/command/CommandForm'
import { planWords, transactionPath } from '../entry'

/** Undoes a transaction by its mirror, once it is on the screen what that does to the balance. */
export default function Revert({ id, onClose }: CommandProps & { id: string }) {
  const t = useT('common', 'kit', 'account')
  const navigate = useNavigate()
  return (
    <CommandForm<components['schemas']['Reverted']>
      command="account:transaction:revert"
      ids={{ id }}
      title={t('account.revert.title')}
      submit={t('account.revert.submit')}
      danger
      texts="account.revert"
      text={<p>{t('account.revert.text')}</p>}
      words={planWords(t)}
      onDone={({ reversal_id }) => {
        onClose()
        showAlert('success', t('account.revert.done'))
        refreshTables()
        void navigate({ to: transactionPath(reversal_id) })
      }}
      onClose={onClose}
    />
  )
}
