import { useLanguage, useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { formatNumber } from '../../kit/format'
import formStyles from '../commands/form.module.css'
import { useRefresh } from '../commands/useRefresh'

/** Withdraws what of a batch nobody has paid. */
export default function CancelBatch({ id, open, onClose }: CommandProps & { id: string; open: number }) {
  const t = useT('common', 'kit', 'payin')
  const language = useLanguage()
  const refresh = useRefresh(id)
  return (
    <CommandForm
      command="payin:batch:cancel"
      ids={{ id }}
      title={t('payin.batches.cancel.title')}
      submit={t('payin.batches.cancel.submit')}
      danger
      texts="payin.batches.cancel"
      text={
        <p className={formStyles.text}>
          {t('payin.batches.cancel.text', { count: open, number: formatNumber(open, language) })}
        </p>
      }
      onDone={() => {
        onClose()
        refresh()
      }}
      onClose={onClose}
    />
  )
}
