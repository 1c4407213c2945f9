import { useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { formatNumber } from '../../kit/format'
import type { StatementFile } from '../conciliation'

/** Takes what was seen in the preview into the account; the server refuses when it would be anything else. */
export default function ApplyFile({ file, onClose }: CommandProps & { file: StatementFile }) {
  const t = useT('common', 'kit', 'conciliation')
  const language = useLanguage()
  return (
    <CommandForm
      command="conciliation:statement:apply"
      ids={{ id: file.id }}
      title={t('conciliation.apply.title')}
      submit={t('conciliation.apply.submit')}
      subject={{ thing: file.name }}
      texts="conciliation.apply"
      text={
        <>
          <p>{t('conciliation.apply.new', { number: formatNumber(file.new, language) })}</p>
          <p>{t('conciliation.apply.already', { number: formatNumber(file.already, language) })}</p>
          <p>{t('conciliation.apply.then')}</p>
        </>
      }
      own={{ name: 'plan', fields: [], read: () => ({ input: file.plan_hash ?? '' }), draw: () => null }}
      onDone={() => {
        onClose()
        showAlert('success', t('conciliation.apply.done'))
      }}
      onClose={onClose}
    />
  )
}
