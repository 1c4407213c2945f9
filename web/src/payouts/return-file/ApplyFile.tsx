import { useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { formatMoney, formatNumber } from '../../kit/format'
import type { PaymentFile } from './file'

const FREES = ['failed', 'cancelled', 'returned', 'released']

/** Lets what was seen in the preview come true; the server refuses when it would be anything else, or when a file is missing. */
export default function ApplyFile({ file, onClose }: CommandProps & { file: PaymentFile }) {
  const t = useT('common', 'kit', 'returns', 'payoutFiles')
  const language = useLanguage()
  const sum = (wanted: readonly string[]) => {
    const found = file.effects.filter(({ effect }) => wanted.includes(effect))
    const amount = found.reduce((total, each) => total + each.amount.amount, 0)
    return {
      count: formatNumber(
        found.reduce((total, { count }) => total + count, 0),
        language,
      ),
      amount: formatMoney({ amount, currency: 'BRL' }, language),
    }
  }
  const paid = sum(['done'])
  const corrections = file.corrections
  const freed = sum(FREES)
  return (
    <CommandForm
      command="payouts:return_file:apply"
      ids={{ id: file.id }}
      title={t('returns.apply.title')}
      submit={t('returns.apply.submit')}
      subject={{ thing: file.name }}
      texts="payoutFiles.apply"
      text={
        <>
          <p>{t('payoutFiles.apply.paid', { number: paid.count, amount: paid.amount })}</p>
          <p>{t('payoutFiles.apply.freed', { number: freed.count, amount: freed.amount })}</p>
          {corrections > 0 && (
            <p>
              {t('payoutFiles.findings.planned', {
                count: corrections,
                number: formatNumber(corrections, language),
              })}
            </p>
          )}
          <p>{t('payoutFiles.apply.once')}</p>
        </>
      }
      own={{
        name: 'plan',
        fields: [],
        read: () => ({ input: file.plan_hash ?? '' }),
        draw: () => null,
      }}
      onDone={() => {
        onClose()
        showAlert('success', t('returns.apply.done'))
      }}
      onClose={onClose}
    />
  )
}
