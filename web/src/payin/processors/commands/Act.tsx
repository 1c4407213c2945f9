import { useT } from '../../../app/i18n'
import { showAlert } from '../../../app/state'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm } from '../../../kit/command/CommandForm'
import type { Processor } from '../processors'
import { refresh } from '../refresh'

/** Tests a processor, lets it get charges, or lets it get no more. */
export default function Act({
  processor,
  what,
  onClose,
}: CommandProps & { processor: Processor; what: 'test' | 'enable' | 'disable' }) {
  const t = useT('common', 'kit', 'processors')
  return (
    <CommandForm
      command={`payin:processor:${what}`}
      ids={{ id: processor.id }}
      title={t(`processors.${what}.title`)}
      submit={t(`processors.${what}.open`)}
      danger={what === 'disable'}
      subject={{ thing: processor.name }}
      texts={`processors.${what}`}
      text={<p>{t(`processors.${what}.text`)}</p>}
      onDone={() => {
        onClose()
        showAlert('success', t(`processors.${what}.done`))
        refresh()
      }}
      onClose={onClose}
    />
  )
}
