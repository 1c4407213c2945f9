import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { sendCommand } from '../../kit/command/send'
import { Field } from '../../ui/Field'
import { TextArea } from '../../ui/TextInput'
import type { CheckoutKey } from '../sdk'

/** From which pages the publishable key works, one a line. */
export default function SetOrigins({ found, onClose }: CommandProps & { found: CheckoutKey }) {
  const t = useT('common', 'kit', 'sdk')
  const [typed, setTyped] = useDraft('typed', found.origins.join('\n'))
  return (
    <CommandDialog<{ origins: string[] }, CheckoutKey>
      command="checkout:key:set_origins"
      title={t('sdk.origins.title')}
      submit={t('common.action.save')}
      fields={['origins']}
      read={() => ({ input: { origins: typed.split(/[\s,;]+/).filter(Boolean) } })}
      send={(body, header) => sendCommand('checkout:key:set_origins', {}, body, header)}
      onDone={() => {
        onClose()
        showAlert('success', t('sdk.origins.done'))
      }}
      onClose={onClose}
    >
      {(errors) => (
        <Field label={t('sdk.publishable.origins')} hint={t('sdk.origins.hint')} error={errors.origins}>
          {(control) => (
            <TextArea
              {...control}
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      )}
    </CommandDialog>
  )
}
