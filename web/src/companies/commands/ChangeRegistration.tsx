import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { sendCommand } from '../../kit/command/send'
import type { Company, CompanyRecord } from '../companies'
import { planWords } from '../planWords'
import { REGISTRATION_FIELDS, RegistrationFields } from './RegistrationFields'
import { formOf, type RegistrationInput, readRegistration } from './registration'

/** Changes what the registration says; the CNPJ stays what it is. */
export default function ChangeRegistration({ company, onClose }: CommandProps & { company: CompanyRecord }) {
  const t = useT('common', 'kit', 'companies')
  const language = useLanguage()
  const [form, setForm] = useDraft('form', () => formOf(company))
  const path = { id: String(company.id) }
  return (
    <CommandDialog<RegistrationInput, Company>
      command="companies:company:change"
      title={t('companies.change.title')}
      submit={t('common.action.save')}
      subject={company.name}
      size="medium"
      fields={REGISTRATION_FIELDS}
      read={() => {
        const { input, errors } = readRegistration(form, t)
        return Object.keys(errors).length ? { errors } : { input }
      }}
      planning={{
        ask: (input) => body(api.PUT('/v1/companies/{id}/plan', { params: { path }, body: input })),
        words: planWords(t, language),
      }}
      send={(input, header) => sendCommand('companies:company:change', path, input, header)}
      onDone={() => {
        onClose()
        showAlert('success', t('companies.saved'))
      }}
      onClose={onClose}
    >
      {(errors) => (
        <RegistrationFields
          form={form}
          errors={errors}
          put={(part) => setForm((now) => ({ ...now, ...part }))}
        />
      )}
    </CommandDialog>
  )
}
