import { useLanguage, useT } from '../../../app/i18n'
import { showAlert } from '../../../app/state'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm } from '../../../kit/command/CommandForm'
import { formatMoney } from '../../../kit/format'
import { useRefresh } from '../../commands/useRefresh'
import { type CaseRecord, planWords } from '../case'

/** The merchant agrees that the payment goes back. */
export default function AcceptCase({ found, onClose }: CommandProps & { found: CaseRecord }) {
  const t = useT('common', 'kit', 'med')
  const refresh = useRefresh(found.id)
  const language = useLanguage()
  return (
    <CommandForm
      command="payin:med:accept"
      ids={{ id: found.id }}
      title={t('med.accept.title')}
      submit={t('med.accept.submit')}
      danger
      texts="med.accept"
      text={<p>{t('med.accept.text', { amount: formatMoney(found.amount, language) })}</p>}
      subject={found.company_name ?? undefined}
      words={planWords(t, language)}
      onDone={() => {
        onClose()
        showAlert('success', t('med.accept.done'))
        refresh()
      }}
      onClose={onClose}
    />
  )
}
