import { useNavigate } from '@tanstack/react-router'
import { api, body } from '../../../app/api'
import { useT } from '../../../app/i18n'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandDialog, type Errors } from '../../../kit/command/CommandDialog'
import { useDraft } from '../../../kit/command/draft'
import { sendCommand } from '../../../kit/command/send'
import { documentProblem } from '../../../kit/documents'
import { PlaceFields } from '../../../kit/place/PlaceFields'
import { NO_PLACE, PLACE_FIELDS, readPlace } from '../../../kit/place/place'
import { Field } from '../../../ui/Field'
import { TextInput } from '../../../ui/TextInput'
import { type PayeeInput, payeePath, planWords } from '../payee'

/** Adds a payee: who is paid, and where. The directory is asked about a key at once. */
export default function AddPayee({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'payees', 'transfers')
  const navigate = useNavigate()
  const [form, setForm] = useDraft('form', {
    ...NO_PLACE,
    by: 'key' as 'account' | 'key',
    name: '',
    document: '',
    trade_name: '',
  })
  const put = (part: Partial<typeof form>) => setForm((now) => ({ ...now, ...part }))
  const read = (): { input: PayeeInput } | { errors: Errors } => {
    const problem = documentProblem(form.document)
    const errors = {
      ...(form.name.trim() ? {} : { name: t('common.field_required') }),
      ...(problem && {
        document: t(problem === 'empty' ? 'common.field_required' : 'common.document_invalid'),
      }),
    }
    const place = readPlace(form, t)
    if ('errors' in place) return { errors: { ...errors, ...place.errors } }
    if (Object.keys(errors).length) return { errors }
    const { name, document, trade_name } = form
    return {
      input: {
        name: name.trim(),
        document: document.trim(),
        trade_name: trade_name.trim() || null,
        ...place.input,
      },
    }
  }
  return (
    <CommandDialog
      command="payouts:payee:create"
      title={t('payees.add.title')}
      submit={t('payees.add.submit')}
      fields={['name', 'document', 'trade_name', ...PLACE_FIELDS]}
      read={read}
      send={(input, header) => sendCommand('payouts:payee:create', {}, input, header)}
      planning={{
        ask: (input) => body(api.POST('/v1/payouts/payees/plan', { body: input })),
        words: planWords(t),
      }}
      onDone={(made) => {
        onClose()
        void navigate({ to: payeePath(made.id) })
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          {(['name', 'document', 'trade_name'] as const).map((field) => (
            <Field
              key={field}
              label={t(`payees.add.${field}`)}
              error={errors[field]}
              required={field !== 'trade_name'}
            >
              {(control) => (
                <TextInput
                  {...control}
                  maxLength={field === 'document' ? 30 : 200}
                  autoComplete="off"
                  value={form[field]}
                  onChange={(event) => put({ [field]: event.target.value })}
                />
              )}
            </Field>
          ))}
          <p>{t('payees.add.place')}</p>
          <PlaceFields form={form} errors={errors} put={put} />
        </>
      )}
    </CommandDialog>
  )
}
