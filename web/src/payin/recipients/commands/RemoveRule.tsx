import { useT } from '../../../app/i18n'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm } from '../../../kit/command/CommandForm'
import formStyles from '../../commands/form.module.css'
import { refresh } from '../recipient'

/** Takes a saved split away. */
export default function RemoveRule({ id, name, onClose }: CommandProps & { id: string; name: string }) {
  const t = useT('common', 'kit', 'recipients')
  return (
    <CommandForm
      command="payin:split_rule:remove"
      ids={{ id }}
      title={t('recipients.splits.remove.title', { name })}
      submit={t('recipients.splits.remove.submit')}
      danger
      texts="recipients.splits.remove"
      text={<p className={formStyles.text}>{t('recipients.splits.remove.text')}</p>}
      onDone={() => {
        onClose()
        refresh()
      }}
      onClose={onClose}
    />
  )
}
