import { answer, api } from '../../app/api'
import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import styles from './form.module.css'
import { useRefresh } from './useRefresh'

/** Sends a charge that the provider refused to the provider again. */
export default function RetryCharge({ id, onClose }: CommandProps & { id: string }) {
  const t = useT('common', 'kit', 'payin')
  const refresh = useRefresh(id)
  return (
    <CommandDialog
      title={t('payin.retry.title')}
      submit={t('payin.retry.submit')}
      read={() => ({ input: {} })}
      send={(input, header) =>
        answer(api.POST('/v1/payin/payments/{id}/retry', { params: { path: { id }, header }, body: input }))
      }
      onDone={() => {
        onClose()
        refresh()
      }}
      onClose={onClose}
    >
      {() => <p className={styles.text}>{t('payin.retry.text')}</p>}
    </CommandDialog>
  )
}
