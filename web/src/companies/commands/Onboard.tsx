import { useNavigate } from '@tanstack/react-router'
import { useT } from '../../app/i18n'
import { authentication } from '../../app/state'
import { useStore } from '../../app/store'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { sendCommand } from '../../kit/command/send'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import { type Company, companyPath } from '../companies'
import { PartnerRows } from './PartnerRows'
import { REGISTRATION_FIELDS, RegistrationFields } from './RegistrationFields'
import { EMPTY, NOBODY, type OnboardInput, type PartnerForm, readOnboard } from './registration'

/** Brings a company in with those who own it; another person lets it begin. */
export default function Onboard({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'companies')
  const navigate = useNavigate()
  const own = useStore(authentication, ({ user }) => user?.company.name)
  const [form, setForm] = useDraft('form', EMPTY)
  const [document, setDocument] = useDraft('document', '')
  const [partners, setPartners] = useDraft<PartnerForm[]>('partners', [NOBODY])
  const partnerFields = partners.flatMap((_, place) =>
    ['name', 'document', 'share'].map((field) => `partners[${place}].${field}`),
  )
  return (
    <CommandDialog<OnboardInput, Company>
      command="companies:company:onboard"
      title={t('companies.onboard.title')}
      submit={t('companies.onboard.submit')}
      subject={own}
      size="medium"
      fields={['document', ...REGISTRATION_FIELDS, ...partnerFields]}
      read={() => readOnboard(form, document, partners, t)}
      send={(input, header) => sendCommand('companies:company:onboard', {}, input, header)}
      onDone={(company) => {
        onClose()
        void navigate({ to: companyPath(company.id) })
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Field
            label={t('companies.column.document')}
            hint={t('companies.onboard.document_hint')}
            error={errors.document}
            required
          >
            {(control) => (
              <TextInput
                {...control}
                maxLength={30}
                autoComplete="off"
                value={document}
                onChange={(event) => setDocument(event.target.value)}
              />
            )}
          </Field>
          <RegistrationFields
            form={form}
            errors={errors}
            put={(part) => setForm((now) => ({ ...now, ...part }))}
          />
          <PartnerRows partners={partners} errors={errors} onChange={setPartners} />
        </>
      )}
    </CommandDialog>
  )
}
