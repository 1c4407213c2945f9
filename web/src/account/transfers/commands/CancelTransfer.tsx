import { useLanguage, useT } from '../../../app/i18n'
import { refreshTables, showAlert } from '../../../app/state'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm } from '../../../kit/command/CommandForm'
import { planWords } from '../transfer'

/** Takes a withdrawal back that the bank has not been asked for. */
export default function CancelTransfer({ id, onClose }: CommandProps & { id: string }) {
  const t = useT('common', 'kit', 'transfers')
  const language = useLanguage()
  return (
    <CommandForm
      command="account:transfer:cancel"
      ids={{ id }}
      title={t('transfers.cancel.title')}
      submit={t('transfers.cancel.submit')}
      danger
      texts="transfers.cancel"
      text={<p>{t('transfers.cancel.text')}</p>}
      words={planWords(t, language, 'status')}
      onDone={() => {
        onClose()
        showAlert('success', t('transfers.cancel.done'))
        refreshTables()
      }}
      onClose={onClose}
    />
  )
}
