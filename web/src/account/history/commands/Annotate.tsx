import { useT } from '../../../app/i18n'
import { authentication } from '../../../app/state'
import { useStore } from '../../../app/store'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandDialog } from '../../../kit/command/CommandDialog'
import { useDraft } from '../../../kit/command/draft'
import { sendCommand } from '../../../kit/command/send'
import { Checkbox } from '../../../ui/Checkbox'
import { Field } from '../../../ui/Field'
import { TextArea } from '../../../ui/TextInput'

const LONGEST = 500

/** Writes something beside a transaction; the provider's people may keep it to themselves. */
export default function Annotate({ id, onClose }: CommandProps & { id: string }) {
  const t = useT('common', 'kit', 'account')
  const staff = useStore(authentication, ({ internal_user }) => internal_user)
  const [text, setText] = useDraft('text', '')
  const [internal, setInternal] = useDraft('internal', staff)
  return (
    <CommandDialog<{ text: string; internal: boolean }, unknown>
      command="account:transaction:annotate"
      title={t('account.annotate.title')}
      submit={t('common.action.save')}
      fields={['text']}
      read={() =>
        text.trim()
          ? { input: { text: text.trim(), internal } }
          : { errors: { text: t('common.field_required') } }
      }
      send={(input, header) => sendCommand('account:transaction:annotate', { id }, input, header)}
      onDone={() => {
        onClose()
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Field
            label={t('account.annotate.text')}
            hint={t('account.annotate.text_hint')}
            error={errors.text}
            required
          >
            {(control) => (
              <TextArea
                {...control}
                rows={4}
                maxLength={LONGEST}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
          {staff && (
            <Checkbox label={t('account.annotate.internal')} checked={internal} onChange={setInternal} />
          )}
        </>
      )}
    </CommandDialog>
  )
}
