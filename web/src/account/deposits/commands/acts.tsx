import { defineActs } from '../../../kit/act/defineActs'
import { formatMoney } from '../../../kit/format'
import { type DepositRecord, planWords } from '../deposit'

/** What can be done with a deposit without naming anybody. */
export default defineActs<{
  deposit: Pick<DepositRecord, 'id' | 'amount' | 'payer_name' | 'company_name'>
}>()(
  {
    texts: ['deposits'],
    ids: ({ deposit }) => ({ id: deposit.id }),
    subject: ({ deposit }) => deposit.company_name ?? undefined,
    values: ({ deposit }, { t, language }) => ({
      amount: formatMoney(deposit.amount, language),
      payer: deposit.payer_name ?? t('deposits.list.no_payer'),
    }),
    plan: ({ t, language }) => planWords(t, language),
  },
  {
    /** Back to its payer, whole. */
    return: {
      command: 'account:deposit:return',
      title: 'deposits.return.title',
      submit: 'deposits.return.submit',
      text: 'deposits.return.text',
      done: 'deposits.return.done',
      fields: 'deposits.return',
      danger: true,
    },
  },
)
