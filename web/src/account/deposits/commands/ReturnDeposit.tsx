import { useLanguage, useT } from '../../../app/i18n'
import { refreshTables, showAlert } from '../../../app/state'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm } from '../../../kit/command/CommandForm'
import { formatMoney } from '../../../kit/format'
import { type DepositRecord, planWords } from '../deposit'

export interface ReturnDepositProps extends CommandProps {
  deposit: Pick<DepositRecord, 'id' | 'amount' | 'payer_name' | 'company_name'>
}

/** Sends a deposit back to its payer, whole. */
export default function ReturnDeposit({ deposit, onClose }: ReturnDepositProps) {
  const t = useT('common', 'kit', 'deposits')
  const language = useLanguage()
  const values = {
    amount: formatMoney(deposit.amount, language),
    payer: deposit.payer_name ?? t('deposits.list.no_payer'),
  }
  return (
    <CommandForm
      command="account:deposit:return"
      ids={{ id: deposit.id }}
      title={t('deposits.return.title')}
      submit={t('deposits.return.submit')}
      danger
      texts="deposits.return"
      text={<p>{t('deposits.return.text', values)}</p>}
      subject={deposit.company_name ?? undefined}
      words={planWords(t, language)}
      onDone={() => {
        onClose()
        showAlert('success', t('deposits.return.done'))
        refreshTables()
      }}
      onClose={onClose}
    />
  )
}
