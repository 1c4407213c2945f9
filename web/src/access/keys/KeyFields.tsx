import { useT } from '../../app/i18n'
import { heldPermissions } from '../../app/permissions'
import type { Errors } from '../../kit/command/CommandDialog'
import { typedDay } from '../../kit/date/day'
import { Field } from '../../ui/Field'
import { Select } from '../../ui/Select'
import { TextArea, TextInput } from '../../ui/TextInput'
import styles from '../parts/form.module.css'
import { useRoles } from '../parts/queries'
import { EXPIRIES, type Expiry, type KeyForm } from './keyForm'

/** As the server names them. */
export const KEY_FIELDS = ['name', 'role_id', 'addresses', 'expires_at'] as const

export interface KeyFieldsProps {
  form: KeyForm
  errors: Errors
  put: (part: Partial<KeyForm>) => void
  /** The company whose roles may be given; without it the role stays as it is. */
  company?: number
}

export function KeyFields({ form, errors, put, company }: KeyFieldsProps) {
  const t = useT('common', 'kit', 'access')
  return (
    <>
      <Field
        label={t('access.column.name')}
        hint={t('access.new_key.name_hint')}
        error={errors.name}
        required
      >
        {(control) => (
          <TextInput
            {...control}
            maxLength={80}
            autoComplete="off"
            value={form.name}
            onChange={(event) => put({ name: event.target.value })}
          />
        )}
      </Field>
      {company !== undefined && <RoleField company={company} form={form} errors={errors} put={put} />}
      <Field
        label={t('access.column.addresses')}
        optional
        hint={t('access.new_key.addresses_hint')}
        error={errors.addresses}
      >
        {(control) => (
          <TextArea
            {...control}
            autoComplete="off"
            spellCheck={false}
            value={form.addresses}
            onChange={(event) => put({ addresses: event.target.value })}
          />
        )}
      </Field>
      <div className={styles.pair}>
        <Field label={t('access.column.expires_at')} error={form.expiry !== 'day' && errors.expires_at}>
          {(control) => (
            <Select
              id={control.id}
              options={EXPIRIES.map((value) => ({ value, label: t(`access.expiry.${value}`) }))}
              value={form.expiry}
              onChange={(expiry) => put({ expiry: expiry as Expiry })}
            />
          )}
        </Field>
        {form.expiry === 'day' && (
          <Field label={t('access.new_key.day')} error={errors.expires_at} required>
            {(control) => (
              <TextInput
                {...control}
                inputMode="numeric"
                autoComplete="off"
                placeholder={t('kit.period.format')}
                value={form.day}
                onChange={(event) => put({ day: typedDay(event.target.value) })}
              />
            )}
          </Field>
        )}
      </div>
    </>
  )
}

/** Only roles that hold no more than the person does: no others may be given. */
function RoleField({ form, errors, put, company }: KeyFieldsProps) {
  const t = useT('access')
  const { data } = useRoles()
  const held = heldPermissions() ?? []
  const offered = data?.filter(
    (role) => role.company_id === company && role.permissions.every((each) => held.includes(each)),
  )
  return (
    <Field
      label={t('access.column.role')}
      hint={offered?.length === 0 ? t('access.role.none') : t('access.new_key.role_hint')}
      error={errors.role_id}
      required
    >
      {(control) => (
        <Select
          id={control.id}
          invalid={control['aria-invalid']}
          describedBy={control['aria-describedby']}
          placeholder={t('access.new_key.role')}
          options={offered?.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
          value={form.role === null ? null : String(form.role)}
          onChange={(role) => put({ role: Number(role) })}
        />
      )}
    </Field>
  )
}
