import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { refresh } from '../refresh'

/** Makes the publishable key; `again`: in place of the one before. */
export default function MakeKey({ again, onClose }: CommandProps & { again: boolean }) {
  const t = useT('common', 'kit', 'sdk')
  return (
    <CommandForm
      command="checkout:key:make"
      title={t(again ? 'sdk.make.again' : 'sdk.make.open')}
      submit={t('sdk.make.submit')}
      danger={again}
      texts="sdk.field"
      text={<p>{t(again ? 'sdk.make.text_again' : 'sdk.make.text')}</p>}
      onDone={() => {
        onClose()
        showAlert('success', t('sdk.make.done'))
        refresh()
      }}
      onClose={onClose}
    />
  )
}
