import { useLanguage, useT } from '../../../app/i18n'
import { refreshTables, showAlert, trustedDeleted } from '../../../app/state'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm } from '../../../kit/command/CommandForm'
import { NeedsTwoFactor } from '../../../kit/place/NeedsTwoFactor'
import { planWords } from '../../transfers/transfer'

export interface ActOnAccountProps extends CommandProps {
  id: string
  what: 'verify' | 'make_default' | 'disable'
}

/** What can be done with a bank account without filling anything in. */
export default function ActOnAccount({ id, what, onClose }: ActOnAccountProps) {
  const t = useT('common', 'kit', 'transfers')
  const language = useLanguage()
  return (
    <CommandForm
      command={`account:bank_account:${what}`}
      ids={{ id }}
      title={t(`transfers.${what}.title`)}
      submit={t(`transfers.${what}.submit`)}
      danger={what === 'disable'}
      texts={`transfers.${what}`}
      text={
        <>
          <NeedsTwoFactor />
          <p>{t(`transfers.${what}.text`)}</p>
        </>
      }
      words={planWords(t, language, 'account_status')}
      onDone={() => {
        onClose()
        if (what === 'disable') trustedDeleted(id)
        showAlert('success', t(`transfers.${what}.done`))
        refreshTables()
      }}
      onClose={onClose}
    />
  )
}
