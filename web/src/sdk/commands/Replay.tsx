import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { refresh } from '../refresh'
import { type DeliveryRecord, eventWord } from '../sdk'

/** Sends one delivery again. */
export default function Replay({
  delivery,
  onClose,
}: CommandProps & { delivery: Pick<DeliveryRecord, 'id' | 'type'> }) {
  const t = useT('common', 'kit', 'sdk')
  return (
    <CommandForm
      command="hooks:delivery:replay"
      ids={{ id: delivery.id }}
      title={t('sdk.replay.title')}
      submit={t('sdk.replay.open')}
      subject={{ thing: eventWord(t, delivery.type) }}
      texts="sdk.field"
      text={<p>{t('sdk.replay.text')}</p>}
      onDone={() => {
        onClose()
        showAlert('success', t('sdk.replay.done'))
        refresh()
      }}
      onClose={onClose}
    />
  )
}
