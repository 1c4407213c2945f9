import { useMemo } from 'react'
import { useT, wordsOf } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { SchemaFields } from '../../kit/command/SchemaFields'
import { readValues } from '../../kit/command/schema'
import { sendCommand } from '../../kit/command/send'
import type { SelectOption } from '../../ui/Select'
import { type Approval } from '../approvals'
import { BANK_ACCOUNT, editable, merged, valuesOf } from './editable'
import styles from './form.module.css'
import { useBankAccounts } from './useBankAccounts'

const wordOf = wordsOf('kit')

/** Changes what was asked for; every approval so far is void. */
export default function Edit({ request, onClose }: CommandProps & { request: Approval }) {
  const t = useT('common', 'kit', 'approvals')
  // What everybody reads of it is masked: an edit starts from what was typed.
  const whole = request.whole_input ?? request.input
  const fields = useMemo(() => editable({ ...request, input: whole }), [request, whole])
  const [values, setValues] = useDraft('values', () => valuesOf(fields, whole))
  const places = useBankAccounts(
    request.company_id,
    fields.some(({ name }) => name === BANK_ACCOUNT),
  )
  const options: Record<string, SelectOption[]> = Object.fromEntries(
    fields.flatMap(({ name, choices }) =>
      choices
        ? [[name, choices.map((value) => ({ value, label: wordOf(t, 'fact_value', value) }))] as const]
        : [],
    ),
  )
  if (places) options[BANK_ACCOUNT] = places
  return (
    <CommandDialog
      command="approvals:request:edit"
      title={t('approvals.edit.title')}
      submit={t('approvals.edit.submit')}
      subject={request.company_name}
      fields={fields.map(({ name }) => name)}
      read={() => {
        const read = readValues(fields, values, t)
        return 'errors' in read ? read : { input: merged(whole, read.input) }
      }}
      send={(input, header) =>
        sendCommand('approvals:request:edit', { id: request.id }, { input: input as never }, header)
      }
      onDone={() => {
        onClose()
        showAlert('success', t('approvals.edit.done'))
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p className={styles.text}>{t(fields.length ? 'approvals.edit.text' : 'approvals.edit.nothing')}</p>
          <SchemaFields
            fields={fields}
            texts="approvals.field"
            values={values}
            errors={errors}
            options={options}
            onChange={(name, value) => setValues((now) => ({ ...now, [name]: value }))}
          />
        </>
      )}
    </CommandDialog>
  )
}
