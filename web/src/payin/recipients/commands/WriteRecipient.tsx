import { useNavigate } from '@tanstack/react-router'
import { api, body } from '../../../app/api'
import { useLanguage, useT } from '../../../app/i18n'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandDialog, type Errors } from '../../../kit/command/CommandDialog'
import { useDraft } from '../../../kit/command/draft'
import { sendCommand } from '../../../kit/command/send'
import { documentProblem } from '../../../kit/documents'
import { NeedsTwoFactor } from '../../../kit/place/NeedsTwoFactor'
import { PlaceFields } from '../../../kit/place/PlaceFields'
import { NO_PLACE, PLACE_FIELDS, readPlace } from '../../../kit/place/place'
import { Field } from '../../../ui/Field'
import { TextInput } from '../../../ui/TextInput'
import formStyles from '../../commands/form.module.css'
import { planWords, type RecipientInput, recipientPath } from '../recipient'

/** Adds a recipient: whose the money is, and where it is paid out to. */
export default function WriteRecipient({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'recipients', 'transfers')
  const language = useLanguage()
  const navigate = useNavigate()
  const [form, setForm] = useDraft('form', {
    ...NO_PLACE,
    by: 'key' as 'account' | 'key',
    name: '',
    document: '',
  })
  const put = (part: Partial<typeof form>) => setForm((now) => ({ ...now, ...part }))
  const read = (): { input: RecipientInput } | { errors: Errors } => {
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
    return { input: { name: form.name.trim(), document: form.document.trim(), ...place.input } }
  }
  return (
    <CommandDialog
      command="payin:recipient:create"
      title={t('recipients.add.title')}
      submit={t('recipients.add.submit')}
      fields={['name', 'document', ...PLACE_FIELDS]}
      read={read}
      send={(input, header) => sendCommand('payin:recipient:create', {}, input, header)}
      planning={{
        ask: (input) => body(api.POST('/v1/payin/recipients/plan', { body: input })),
        words: planWords(t, language, form.name),
      }}
      onDone={(made) => {
        onClose()
        void navigate({ to: recipientPath(made.id) })
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <NeedsTwoFactor />
          {(['name', 'document'] as const).map((field) => (
            <Field key={field} label={t(`recipients.add.${field}`)} error={errors[field]} required>
              {(control) => (
                <TextInput
                  {...control}
                  maxLength={field === 'name' ? 200 : 30}
                  autoComplete="off"
                  value={form[field]}
                  onChange={(event) => put({ [field]: event.target.value })}
                />
              )}
            </Field>
          ))}
          <p className={formStyles.text}>{t('recipients.add.place')}</p>
          <PlaceFields form={form} errors={errors} put={put} />
        </>
      )}
    </CommandDialog>
  )
}
