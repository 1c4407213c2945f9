import { useLanguage, useT } from '../../../app/i18n'
import { showAlert } from '../../../app/state'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm } from '../../../kit/command/CommandForm'
import { formatMoney } from '../../../kit/format'
import { type DepositRecord, planWords } from '../deposit'

export interface GiveBackProps extends CommandProps {
  deposit: Pick<DepositRecord, 'id' | 'amount' | 'left' | 'payer_name' | 'company_name'>
}

/** Gives what another merchant paid back to it: all that is left, or a part of it. */
export default function GiveBack({ deposit, onClose }: GiveBackProps) {
  const t = useT('common', 'kit', 'deposits')
  const language = useLanguage()
  const left = deposit.left ?? deposit.amount
  const payer = deposit.payer_name ?? t('deposits.list.no_payer')
  const parties = deposit.company_name ? `${payer} → ${deposit.company_name}` : payer
  return (
    <CommandForm
      command="account:deposit:give_back"
      ids={{ id: deposit.id }}
      title={t('deposits.give_back.title')}
      submit={t('deposits.give_back.submit')}
      texts="deposits.give_back"
      text={
        <p>
          {t('deposits.give_back.text', {
            payer,
            left: formatMoney(left, language),
          })}
        </p>
      }
      subject={{ thing: [parties, formatMoney(deposit.amount, language)].join(' · ') }}
      lead={['amount']}
      initial={{ amount: left.amount }}
      words={planWords(t, language)}
      danger
      onDone={() => {
        onClose()
        showAlert('success', t('deposits.give_back.done'))
      }}
      onClose={onClose}
    />
  )
}
