import type { Ref } from 'react'
import { useT } from '../../app/i18n'
import type { Errors } from '../../kit/command/CommandDialog'
import { DatePicker } from '../../kit/date/DatePicker'
import { PostalCodeField } from '../../kit/postal/PostalCodeField'
import { Field } from '../../ui/Field'
import { MoneyInput } from '../../ui/MoneyInput'
import { TextInput } from '../../ui/TextInput'
import styles from '../commands/form.module.css'
import { addressGiven, type DueForm, TERMS } from './dueForm'
import { Fold } from './Fold'
import { TermFields } from './TermFields'

export const DUE_FIELDS = [
  'amount',
  'due_date',
  'valid_days',
  'payer.name',
  'payer.document',
  'payer.address.postal_code',
  'payer.address.street',
  'payer.address.city',
  'payer.address.state',
  'description',
  'reference',
  ...TERMS.map((term) => `terms.${term}`),
]

interface DueFieldsProps {
  form: DueForm
  errors: Errors
  put: (part: Partial<DueForm>) => void
  first?: Ref<HTMLInputElement>
}

/** What and until when: of a new charge with a due date, and of one that is changed. */
export function DueFields({ form, errors, put, first }: DueFieldsProps) {
  const t = useT('common', 'payin')
  return (
    <>
      <Field label={t('payin.new.amount')} error={errors.amount} required>
        {(control) => (
          <MoneyInput {...control} ref={first} value={form.amount} onChange={(amount) => put({ amount })} />
        )}
      </Field>
      <div className={styles.pair}>
        <DatePicker
          label={t('payin.column.due_date')}
          value={form.due_date}
          error={errors.due_date}
          required
          onChange={(due_date) => put({ due_date })}
        />
        <DaysField form={form} errors={errors} put={put} />
      </div>
    </>
  )
}

/** For how long after the due date it can still be paid. */
export function DaysField({ form, errors, put }: DueFieldsProps) {
  const t = useT('common', 'payin')
  return (
    <Field
      label={t('payin.due.valid_days')}
      optional
      hint={t('payin.due.valid_days_hint')}
      error={errors.valid_days}
    >
      {(control) => (
        <TextInput
          {...control}
          inputMode="numeric"
          maxLength={5}
          autoComplete="off"
          value={form.valid_days}
          onChange={(event) => put({ valid_days: event.target.value })}
        />
      )}
    </Field>
  )
}

type TextName = 'name' | 'document' | 'street' | 'city' | 'state' | 'description' | 'reference'

/** One line of text; `field` is the name under which the server speaks of it. */
function Line({
  name,
  field,
  most,
  required,
  form,
  errors,
  put,
}: DueFieldsProps & { name: TextName; field: string; most: number; required?: boolean }) {
  const t = useT('common', 'payin')
  return (
    <Field
      label={t(`payin.due.field.${name}`)}
      error={errors[field]}
      required={required}
      optional={!required}
    >
      {(control) => (
        <TextInput
          {...control}
          maxLength={most}
          autoComplete="off"
          value={form[name]}
          onChange={(event) => put({ [name]: event.target.value })}
        />
      )}
    </Field>
  )
}

/** Who owes it, and where they live: nowhere that is known, or a whole address. */
export function PayerFields(given: DueFieldsProps) {
  const t = useT('payin')
  const { form, errors, put } = given
  const begun = addressGiven(form)
  return (
    <>
      <Line {...given} name="name" field="payer.name" most={200} required />
      <Line {...given} name="document" field="payer.document" most={30} required />
      <Fold
        title={t('payin.due.address')}
        open={Object.keys(errors).some((field) => field.startsWith('payer.address'))}
      >
        <PostalCodeField
          value={form.postal_code}
          error={errors['payer.address.postal_code']}
          required={begun}
          optional={!begun}
          onValue={(postal_code) => put({ postal_code })}
          onAddress={({ street, district, city, state }) =>
            put({ street: [street, district].filter(Boolean).join(', '), city, state })
          }
        />
        <Line {...given} name="street" field="payer.address.street" most={200} required={begun} />
        <div className={styles.pair}>
          <Line {...given} name="city" field="payer.address.city" most={200} required={begun} />
          <Line {...given} name="state" field="payer.address.state" most={2} required={begun} />
        </div>
      </Fold>
    </>
  )
}

/** What changes what is to be paid. */
export function TermsFields({ form, errors, put }: DueFieldsProps) {
  const t = useT('payin')
  const given = TERMS.some((term) => form.terms[term].mode > 0 || errors[`terms.${term}`])
  return (
    <Fold title={t('payin.due.terms')} open={given}>
      {TERMS.map((term) => (
        <TermFields
          key={term}
          term={term}
          value={form.terms[term]}
          errors={errors}
          onChange={(value) => put({ terms: { ...form.terms, [term]: value } })}
        />
      ))}
    </Fold>
  )
}

/** What the payer reads, and what the merchant finds it by. */
export function WordFields({ reference, ...given }: DueFieldsProps & { reference: boolean }) {
  return (
    <>
      <Line {...given} name="description" field="description" most={140} />
      {reference && <Line {...given} name="reference" field="reference" most={64} />}
    </>
  )
}
