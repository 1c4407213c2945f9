import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import { useZone } from '../../app/zone'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { sendCommand } from '../../kit/command/send'
import type { KeyRow } from '../contract'
import { grantErrors } from '../grantErrors'
import { KEY_FIELDS, KeyFields } from './KeyFields'
import { formOf, type KeyForm, type KeyValues, readKey } from './keyForm'

/** Changes what a key is called, from where it may be used, and until when; its secret stays. */
export default function EditKey({ record, onClose }: CommandProps & { record: KeyRow }) {
  const t = useT('common', 'kit', 'access')
  const zone = useZone()
  const [form, setForm] = useDraft<KeyForm>('form', () => formOf(record, zone))
  return (
    <CommandDialog<KeyValues, KeyRow>
      command="access:key:change"
      title={t('access.edit_key.title')}
      submit={t('common.action.save')}
      subject={{ thing: record.name }}
      fields={KEY_FIELDS}
      read={() => readKey(form, t, zone)}
      send={(input, header) =>
        grantErrors(t, sendCommand('access:key:change', { id: record.id }, input, header))
      }
      onDone={() => {
        onClose()
        showAlert('success', t('access.edit_key.done'))
      }}
      onClose={onClose}
    >
      {(errors) => (
        <KeyFields form={form} errors={errors} put={(part) => setForm((now) => ({ ...now, ...part }))} />
      )}
    </CommandDialog>
  )
}
