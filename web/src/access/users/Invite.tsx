import { useRef, useState } from 'react'
import { useLanguage, useT } from '../../app/i18n'
import { authentication } from '../../app/state'
import { useStore } from '../../app/store'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { sendCommand } from '../../kit/command/send'
import { Field } from '../../ui/Field'
import { Select } from '../../ui/Select'
import { TextArea } from '../../ui/TextInput'
import type { Invited } from '../contract'
import { grantErrors } from '../grantErrors'
import { CompanyPicker } from '../parts/CompanyPicker'
import { useOwnCompany } from '../parts/own'
import { RolePicker } from '../parts/RolePicker'
import { readAddresses } from './addresses'
import { InviteResult } from './InviteResult'
import { type InviteForm, readInvite } from './inviteForm'

/** Invites people by mail, as many at once as were pasted. */
export default function Invite({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'access')
  const language = useLanguage()
  const company = useOwnCompany()
  const several = useStore(authentication, ({ user }) => {
    const ofStaff = user?.internal_user && company?.id === user.companyId
    return !ofStaff && (user?.companies.length ?? 0) > 1
  })
  const [form, setForm] = useDraft<InviteForm>('form', {
    emails: '',
    roles: [],
    companies: [],
    locale: language,
  })
  const put = (part: Partial<InviteForm>) => setForm((now) => ({ ...now, ...part }))
  const [result, setResult] = useState<Invited | null>(null)
  const emails = useRef<HTMLTextAreaElement>(null)
  const { emails: read } = readAddresses(form.emails)

  if (result) return <InviteResult result={result} onClose={onClose} />
  return (
    <CommandDialog
      command="access:user:invite"
      title={t('access.invite.title')}
      submit={t('access.invite.submit', { count: Math.max(1, read.length) })}
      subject={company?.name}
      size="medium"
      fields={['emails', 'roles', 'locale']}
      initialFocus={emails}
      read={() => readInvite(form, t)}
      send={(input, header) => grantErrors(t, sendCommand('access:user:invite', {}, input, header))}
      onDone={(done) => {
        setResult(done)
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Field
            label={t('access.invite.emails')}
            hint={
              read.length ? t('access.invite.read', { count: read.length }) : t('access.invite.emails_hint')
            }
            error={errors.emails}
            required
          >
            {(control) => (
              <TextArea
                {...control}
                ref={emails}
                rows={4}
                autoComplete="off"
                spellCheck={false}
                value={form.emails}
                onChange={(event) => put({ emails: event.target.value })}
              />
            )}
          </Field>
          <RolePicker
            chosen={form.roles}
            company={company?.id}
            error={errors.roles}
            onChange={(roles) => put({ roles })}
          />
          {several && (
            <CompanyPicker
              chosen={form.companies}
              home={company?.id}
              onChange={(companies) => put({ companies })}
            />
          )}
          <Field label={t('access.invite.language')} error={errors.locale}>
            {(control) => (
              <Select
                id={control.id}
                options={[
                  { value: 'pt', label: 'Português' },
                  { value: 'en', label: 'English' },
                ]}
                value={form.locale}
                onChange={(locale) => put({ locale: locale as InviteForm['locale'] })}
              />
            )}
          </Field>
        </>
      )}
    </CommandDialog>
  )
}
