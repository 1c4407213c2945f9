import { answer, api } from '../../app/api'
import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import styles from './form.module.css'
import { useRefresh } from './useRefresh'

/** Withdraws a charge that nobody has paid. */
export default function CancelCharge({ id, onClose }: CommandProps & { id: string }) {
  const t = useT('common', 'kit', 'payin')
  const refresh = useRefresh(id)
  return (
    <CommandDialog
      title={t('payin.cancel.title')}
      submit={t('payin.cancel.submit')}
      danger
      read={() => ({ input: {} })}
      send={(input, header) =>
        answer(api.POST('/v1/payin/payments/{id}/cancel', { params: { path: { id }, header }, body: input }))
      }
      onDone={() => {
        onClose()
        refresh()
      }}
      onClose={onClose}
    >
      {() => <p className={styles.text}>{t('payin.cancel.text')}</p>}
    </CommandDialog>
  )
}
