import { useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { formatMoney, formatNumber } from '../../kit/format'
import type { Remittance } from './remittance'

/** Gives a remittance its number and file, as a person saw its lines. */
export default function SealRemittance({ remittance, onClose }: CommandProps & { remittance: Remittance }) {
  const t = useT('common', 'kit', 'payoutFiles')
  const language = useLanguage()
  return (
    <CommandForm
      command="payouts:remittance:seal"
      ids={{ id: remittance.id }}
      title={t('payoutFiles.seal.title')}
      submit={t('payoutFiles.seal.open')}
      subject={{ thing: remittance.processor }}
      texts="payoutFiles.seal"
      text={t('payoutFiles.seal.text', {
        number: formatNumber(remittance.lines, language),
        amount: formatMoney(remittance.amount, language),
      })}
      own={{ name: 'plan', fields: [], read: () => ({ input: remittance.plan_hash }), draw: () => null }}
      onDone={() => {
        onClose()
        showAlert('success', t('payoutFiles.seal.done'))
      }}
      onClose={onClose}
    />
  )
}
