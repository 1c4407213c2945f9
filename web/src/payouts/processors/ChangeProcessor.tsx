import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import type { PayingProcessor } from './processors'

/** Another name or priority; the version is that of what a person saw. */
export default function ChangeProcessor({
  processor,
  onClose,
}: CommandProps & { processor: PayingProcessor }) {
  const t = useT('common', 'kit', 'processors', 'payoutFiles')
  return (
    <CommandForm
      command="payouts:processor:change"
      ids={{ id: processor.id }}
      title={t('processors.change.title')}
      submit={t('common.action.save')}
      subject={{ thing: processor.name }}
      texts="payoutFiles.processors.field"
      initial={{
        name: processor.name,
        priority: String(processor.priority),
        cut_off: processor.cut_off ?? '',
        cost: processor.cost?.amount ?? null,
        ted_cut_off: processor.ted_cut_off,
        pays_ted: processor.methods.includes('ted'),
      }}
      own={{ name: 'version', fields: [], read: () => ({ input: processor.version }), draw: () => null }}
      onDone={() => {
        onClose()
        showAlert('success', t('processors.change.done'))
      }}
      onClose={onClose}
    />
  )
}
