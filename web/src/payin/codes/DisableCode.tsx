import { useLanguage, useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import formStyles from '../commands/form.module.css'
import { useRefresh } from '../commands/useRefresh'
import { planWords } from '../planWords'

/** Takes a code out of use. */
export default function DisableCode({ id, onClose }: CommandProps & { id: string }) {
  const t = useT('common', 'kit', 'payin')
  const language = useLanguage()
  const refresh = useRefresh(id)
  return (
    <CommandForm
      command="payin:code:disable"
      ids={{ id }}
      title={t('payin.codes.disable.title')}
      submit={t('payin.codes.disable.submit')}
      danger
      texts="payin.codes.disable"
      text={<p className={formStyles.text}>{t('payin.codes.disable.text')}</p>}
      words={planWords(t, language, 'codes.status')}
      onDone={() => {
        onClose()
        refresh()
      }}
      onClose={onClose}
    />
  )
}
