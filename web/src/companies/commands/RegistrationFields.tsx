import { useT } from '../../app/i18n'
import type { Errors } from '../../kit/command/CommandDialog'
import { DatePicker } from '../../kit/date/DatePicker'
import { Checkbox } from '../../ui/Checkbox'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import { PRODUCTS } from '../companies'
import styles from './form.module.css'
import type { RegistrationForm } from './registration'

export const REGISTRATION_FIELDS = [
  'name',
  'legal_name',
  'segment',
  'country',
  'owner',
  'products',
  'kyc_expires_on',
] as const

export interface RegistrationFieldsProps {
  form: RegistrationForm
  errors: Errors
  put: (part: Partial<RegistrationForm>) => void
}

type TextField = 'name' | 'legal_name' | 'segment' | 'owner'

/** What the registration of a company says. */
export function RegistrationFields({ form, errors, put }: RegistrationFieldsProps) {
  const t = useT('common', 'kit', 'companies')
  const text = (field: TextField, most: number, needed: boolean) => (
    <Field label={t(`companies.column.${field}`)} error={errors[field]} required={needed} optional={!needed}>
      {(control) => (
        <TextInput
          {...control}
          maxLength={most}
          autoComplete="off"
          value={form[field]}
          onChange={(event) => put({ [field]: event.target.value })}
        />
      )}
    </Field>
  )
  const toggle = (product: string, on: boolean) =>
    put({ products: on ? [...form.products, product] : form.products.filter((each) => each !== product) })
  return (
    <>
      <div className={styles.pair}>
        {text('name', 200, true)}
        {text('legal_name', 200, true)}
      </div>
      <div className={styles.pair}>
        {text('segment', 80, false)}
        {text('owner', 120, false)}
      </div>
      <div className={styles.pair}>
        <Field
          label={t('companies.column.country')}
          hint={t('companies.form.country_hint')}
          error={errors.country}
          required
        >
          {(control) => (
            <TextInput
              {...control}
              maxLength={2}
              autoComplete="off"
              value={form.country}
              onChange={(event) => put({ country: event.target.value.toUpperCase() })}
            />
          )}
        </Field>
        <DatePicker
          label={t('companies.column.kyc_expires_on')}
          optional
          value={form.kyc_expires_on}
          error={errors.kyc_expires_on}
          onChange={(kyc_expires_on, whole) => put({ kyc_expires_on, half: !whole })}
        />
      </div>
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>{t('companies.column.products')}</legend>
        {PRODUCTS.map((product) => (
          <Checkbox
            key={product}
            label={t(`companies.product.${product}`)}
            checked={form.products.includes(product)}
            onChange={(on) => toggle(product, on)}
          />
        ))}
      </fieldset>
    </>
  )
}
