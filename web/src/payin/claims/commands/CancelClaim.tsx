import { useT } from '../../../app/i18n'
import { showAlert } from '../../../app/state'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm } from '../../../kit/command/CommandForm'
import { useRefresh } from '../../commands/useRefresh'

/** Asks no longer for a Pix that was sent. */
export default function CancelClaim({ id, onClose }: CommandProps & { id: string }) {
  const t = useT('common', 'kit', 'claims')
  const refresh = useRefresh(id)
  return (
    <CommandForm
      command="account:claim:cancel"
      ids={{ id }}
      title={t('claims.cancel.title')}
      submit={t('claims.cancel.submit')}
      danger
      texts="claims.cancel"
      text={<p>{t('claims.cancel.text')}</p>}
      onDone={() => {
        onClose()
        showAlert('success', t('claims.cancel.done'))
        refresh()
      }}
      onClose={onClose}
    />
  )
}
