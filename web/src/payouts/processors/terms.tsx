import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import type { CommandName } from '../../kit/command/schema'
import type { PayingProcessor } from './processors'

const COMMAND = {
  limit: 'payouts:processor:limit',
  charge: 'payouts:processor:charge',
  tell: 'payouts:processor:tell_cost',
} as const satisfies Record<string, CommandName>

type What = keyof typeof COMMAND

/** What a processor takes at most, what it charges, or where that is told; the version is that of what a person saw. */
export default function Terms({
  processor,
  what,
  onClose,
}: CommandProps & { processor: PayingProcessor; what: What }) {
  const t = useT('common', 'kit', 'processors', 'payoutFiles')
  const initial = {
    limit: {
      payment_most: processor.payment_most?.amount ?? null,
      day_most: processor.day_most?.amount ?? null,
      day_count_most: processor.day_count_most ? String(processor.day_count_most) : '',
    },
    charge: { method: processor.methods[0] ?? '', percent: '0' },
    tell: { account: processor.statement_account_id ?? '' },
  }
  return (
    <CommandForm
      command={COMMAND[what]}
      ids={{ id: processor.id }}
      title={t(`payoutFiles.processors.${what}.title`)}
      submit={t('common.action.save')}
      text={t(`payoutFiles.processors.${what}.text`)}
      subject={{ thing: processor.name }}
      texts="payoutFiles.processors.field"
      initial={initial[what]}
      options={{
        method: processor.methods.map((each) => ({ value: each, label: t(`payoutFiles.method.${each}`) })),
        account: [
          { value: '', label: t('payoutFiles.processors.told_by_tariff') },
          ...processor.statement_accounts.map(({ id, name }) => ({ value: id, label: name })),
        ],
      }}
      own={{ name: 'version', fields: [], read: () => ({ input: processor.version }), draw: () => null }}
      onDone={() => {
        onClose()
        showAlert('success', t(`payoutFiles.processors.${what}.done`))
      }}
      onClose={onClose}
    />
  )
}
