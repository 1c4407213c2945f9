import { useQuery } from '@tanstack/react-query'
import { api, body } from '../../../app/api'
import { useLanguage, useT } from '../../../app/i18n'
import { showAlert } from '../../../app/state'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm } from '../../../kit/command/CommandForm'
import { formatMoney } from '../../../kit/format'
import { type DepositRecord, planWords } from '../deposit'

export interface IdentifyDepositProps extends CommandProps {
  deposit: Pick<DepositRecord, 'id' | 'amount' | 'candidate' | 'company_id' | 'company_name'>
}

/** Says whose a deposit is, and how that is known. */
export default function IdentifyDeposit({ deposit, onClose }: IdentifyDepositProps) {
  const t = useT('common', 'kit', 'deposits')
  const language = useLanguage()
  const { data: companies = [] } = useQuery({
    queryKey: ['companies'],
    queryFn: ({ signal }) => body(api.GET('/rbac/companies', { signal })),
  })
  const merchants = companies
    .filter(({ id }) => id !== deposit.company_id)
    .map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <CommandForm
      command="account:deposit:identify"
      ids={{ id: deposit.id }}
      title={t('deposits.identify.title')}
      submit={t('deposits.identify.submit')}
      texts="deposits.identify"
      text={<p>{t('deposits.identify.text', { amount: formatMoney(deposit.amount, language) })}</p>}
      subject={deposit.company_name ?? undefined}
      initial={deposit.candidate ? { merchant: String(deposit.candidate.id) } : undefined}
      options={{ merchant: merchants }}
      words={planWords(t, language)}
      onDone={() => {
        onClose()
        showAlert('success', t('deposits.identify.done'))
      }}
      onClose={onClose}
    />
  )
}
