import { useLanguage, useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { planWords } from '../planWords'
import styles from './form.module.css'
import { useRefresh } from './useRefresh'

/** Withdraws a charge that nobody has paid. */
export default function CancelCharge({ id, onClose }: CommandProps & { id: string }) {
  const t = useT('common', 'kit', 'payin')
  const language = useLanguage()
  const refresh = useRefresh(id)
  return (
    <CommandForm
      command="payin:charge:cancel"
      ids={{ id }}
      title={t('payin.cancel.title')}
      submit={t('payin.cancel.submit')}
      danger
      texts="payin.cancel"
      text={<p className={styles.text}>{t('payin.cancel.text')}</p>}
      words={planWords(t, language, 'status')}
      onDone={() => {
        onClose()
        refresh()
      }}
      onClose={onClose}
    />
  )
}
