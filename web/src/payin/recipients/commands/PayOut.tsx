import { useLanguage, useT } from '../../../app/i18n'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm } from '../../../kit/command/CommandForm'
import { formatMoney } from '../../../kit/format'
import { NeedsTwoFactor } from '../../../kit/place/NeedsTwoFactor'
import { placeOf } from '../../../kit/place/words'
import formStyles from '../../commands/form.module.css'
import { planWords, type RecipientRecord } from '../recipient'

/** Pays a recipient out: all it has, less the fee, unless somebody says less. */
export default function PayOut({
  recipient: { id, name, balance, fee, account },
  onClose,
}: CommandProps & { recipient: RecipientRecord }) {
  const t = useT('common', 'kit', 'recipients', 'transfers')
  const language = useLanguage()
  const most = Math.max(0, balance.amount - fee.amount)
  return (
    <CommandForm
      command="payin:recipient:pay_out"
      ids={{ id }}
      title={t('recipients.pay_out.title', { name })}
      submit={t('recipients.pay_out.submit')}
      texts="recipients.pay_out"
      initial={{ amount: most || null }}
      text={
        <>
          <NeedsTwoFactor />
          <p className={formStyles.text}>
            {t('recipients.pay_out.text', {
              place: placeOf(account),
              balance: formatMoney(balance, language),
              fee: formatMoney(fee, language),
            })}
          </p>
        </>
      }
      words={planWords(t, language, name)}
      onDone={() => {
        onClose()
      }}
      onClose={onClose}
    />
  )
}
