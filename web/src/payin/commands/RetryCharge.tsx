import { useLanguage, useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { planWords } from '../planWords'
import styles from './form.module.css'
import { useRefresh } from './useRefresh'

/** Sends a charge that the provider refused to the provider again. */
export default function RetryCharge({ id, onClose }: CommandProps & { id: string }) {
  const t = useT('common', 'kit', 'payin')
  const language = useLanguage()
  const refresh = useRefresh(id)
  return (
    <CommandForm
      command="payin:charge:retry"
      ids={{ id }}
      title={t('payin.retry.title')}
      submit={t('payin.retry.submit')}
      texts="payin.retry"
      text={<p className={styles.text}>{t('payin.retry.text')}</p>}
      words={planWords(t, language, 'status')}
      onDone={() => {
        onClose()
        refresh()
      }}
      onClose={onClose}
    />
  )
}
