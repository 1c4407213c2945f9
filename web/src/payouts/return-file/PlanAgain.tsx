import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import type { PaymentFile } from './file'

/** Plans the lines of a file once more, by what is known now. */
export default function PlanAgain({ file, onClose }: CommandProps & { file: PaymentFile }) {
  const t = useT('common', 'kit', 'payoutFiles')
  return (
    <CommandForm
      command="payouts:return_file:reprocess"
      ids={{ id: file.id }}
      title={t('payoutFiles.again.file_title')}
      submit={t('payoutFiles.again.file_open')}
      subject={{ thing: file.name }}
      texts="payoutFiles.again"
      text={t('payoutFiles.again.file_text')}
      onDone={() => {
        onClose()
        showAlert('success', t('payoutFiles.again.file_done'))
      }}
      onClose={onClose}
    />
  )
}
