import { useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { formatMoney } from '../../kit/format'

export interface MakeMatchProps extends CommandProps {
  lines: readonly string[]
  expectations: readonly string[]
  /** Bank less ledger. */
  difference: { amount: number; currency: string }
  onMade: () => void
}

/** Matches what was chosen; a difference says what it is, and why. */
export default function MakeMatch({ lines, expectations, difference, onMade, onClose }: MakeMatchProps) {
  const t = useT('common', 'kit', 'conciliation')
  const language = useLanguage()
  const even = difference.amount === 0
  const choices = ['bank_cost', 'rounding', 'exchange', 'accepted'].filter(
    (value) => value !== 'bank_cost' || difference.amount < 0,
  )
  return (
    <CommandForm
      command="conciliation:match:make"
      title={t(even ? 'conciliation.match.title' : 'conciliation.match.title_difference')}
      submit={t(even ? 'conciliation.match.open' : 'conciliation.match.open_difference')}
      subject={{
        thing: t('conciliation.bench.to', { lines: lines.length, expectations: expectations.length }),
      }}
      texts="conciliation.match"
      text={
        <p>
          {even
            ? t('conciliation.match.text')
            : t('conciliation.match.text_difference', { amount: formatMoney(difference, language) })}
        </p>
      }
      initial={{ difference: even ? 'none' : (choices[0] ?? 'accepted') }}
      options={{
        difference: (even ? ['none'] : choices).map((value) => ({
          value,
          label: t(`conciliation.difference.${value}`),
        })),
      }}
      own={{
        name: 'items',
        fields: ['items'],
        read: () => ({ input: { lines, expectations } }),
        draw: () => null,
      }}
      check={({ reason }) =>
        even || String(reason ?? '').trim() ? {} : { reason: t('conciliation.needed') }
      }
      onDone={() => {
        onClose()
        onMade()
        showAlert('success', t('conciliation.match.done'))
      }}
      onClose={onClose}
    />
  )
}
