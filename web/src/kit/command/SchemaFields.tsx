import type { ReactNode, RefObject } from 'react'
import type { CommandField } from '../../app/commandShape'
import { hasText, useLanguage, useT } from '../../app/i18n'
import { Checkbox } from '../../ui/Checkbox'
import { Field, type FieldControl } from '../../ui/Field'
import { MoneyInput } from '../../ui/MoneyInput'
import { Select, type SelectOption } from '../../ui/Select'
import { TextArea, TextInput } from '../../ui/TextInput'
import { DatePicker } from '../date/DatePicker'
import { readDay, showDay } from '../date/day'
import { decimalsOf } from '../format'
import { useMerchants } from '../useMerchants'
import type { Errors } from './CommandDialog'
import { DurationInput } from './DurationInput'
import { isDuration } from './duration'
import { groupsBegun, type Values } from './schema'

/** Of a text that may be longer there is room for more than one line. */
const ONE_LINE = 1000
/** The currency of money that names none. */
const HOME = 'BRL'

export interface SchemaFieldsProps {
  fields: readonly CommandField[]
  /** Before the names of the texts: `payin.new` has `payin.new.amount`, and `payin.new.amount_hint` where there is one. */
  texts: string
  values: Values
  errors: Errors
  /** Few values to choose from, where the server allows any. */
  options?: Readonly<Record<string, readonly SelectOption[]>>
  /** Of whole fields that are amounts in minor units: the currency of each. */
  minor?: Readonly<Record<string, string>>
  first?: RefObject<HTMLInputElement | null>
  /** Without them where the same fields stood above with theirs. */
  hints?: false
  onChange: (name: string, value: Values[string]) => void
}

/** The fields of a Command, from its schema. */
export function SchemaFields({
  fields,
  texts,
  values,
  errors,
  options,
  minor,
  first,
  hints,
  onChange,
}: SchemaFieldsProps) {
  const t = useT('common')
  // A part that may be left out whole is optional, whatever it demands once it is begun.
  const begun = groupsBegun(fields, values)
  return fields.map((field, place) => {
    const key = `${texts}.${field.name.replaceAll('.', '_')}`
    const control = {
      field,
      value: values[field.name] ?? null,
      options: options?.[field.name],
      currency: field.kind === 'money' ? HOME : minor?.[field.name],
    }
    const put = (value: Values[string]) => onChange(field.name, value)
    const hint = hints !== false && hasText(`${key}_hint`) && t(`${key}_hint`)
    const needed = field.required && (!field.group || begun.has(field.group))
    if (field.kind === 'flag') {
      return (
        <Checkbox
          key={field.name}
          label={t(key)}
          checked={control.value === true}
          onChange={(on) => put(on)}
        />
      )
    }
    if (field.kind === 'day') {
      return (
        <DatePicker
          key={field.name}
          label={t(key)}
          hint={hint}
          error={errors[field.name]}
          required={needed}
          optional={!needed}
          value={typeof control.value === 'string' && readDay(showDay(control.value)) ? control.value : null}
          // Half of a day is kept as what no day is, so that the form is not sent without it.
          onChange={(day, whole) => put(day ?? (whole ? '' : '?'))}
        />
      )
    }
    return (
      <Field
        key={field.name}
        label={t(key)}
        hint={hint}
        error={errors[field.name]}
        required={needed}
        optional={!needed}
      >
        {(given) => (
          <Control {...control} given={given} first={place === 0 ? first : undefined} onChange={put} />
        )}
      </Field>
    )
  })
}

interface ControlProps {
  field: CommandField
  value: Values[string]
  options: readonly SelectOption[] | undefined
  /** Of an amount. */
  currency: string | undefined
  given: FieldControl
  first: RefObject<HTMLInputElement | null> | undefined
  onChange: (value: Values[string]) => void
}

function Control({ field, value, options, currency, given, first, onChange }: ControlProps): ReactNode {
  const choices = options ?? field.choices?.map((choice) => ({ value: choice, label: choice }))
  if (choices) {
    return (
      <Select
        id={given.id}
        describedBy={given['aria-describedby']}
        invalid={given['aria-invalid']}
        options={choices}
        value={String(value ?? '')}
        onChange={onChange}
      />
    )
  }
  if (currency) {
    return (
      <MoneyInput
        {...given}
        key={currency}
        ref={first}
        currency={currency}
        decimals={decimalsOf(currency)}
        value={typeof value === 'number' ? value : null}
        onChange={onChange}
      />
    )
  }
  if (field.kind === 'text' && (field.most ?? 0) > ONE_LINE) {
    return (
      <TextArea
        {...given}
        maxLength={field.most}
        value={String(value ?? '')}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
  if (field.kind === 'whole' && isMerchant(field.name)) {
    return <MerchantChoice given={given} value={String(value ?? '')} onChange={onChange} />
  }
  if (field.kind === 'whole' && isDuration(field.name)) {
    return <DurationInput given={given} value={String(value ?? '')} onChange={onChange} />
  }
  if (field.kind === 'decimal') {
    return (
      <DecimalInput
        given={given}
        first={first}
        most={field.most}
        value={String(value ?? '')}
        onChange={onChange}
      />
    )
  }
  return (
    <TextInput
      {...given}
      ref={first}
      inputMode={field.kind === 'whole' ? 'numeric' : undefined}
      maxLength={field.kind === 'text' ? field.most : undefined}
      autoComplete="off"
      value={String(value ?? '')}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** A number with its places, as the person's language writes it; the form holds it with a point, as the server reads it. */
function DecimalInput({
  given,
  first,
  most,
  value,
  onChange,
}: Pick<ControlProps, 'given' | 'first'> & {
  most: number | undefined
  value: string
  onChange: (value: string) => void
}) {
  const comma = useLanguage() === 'pt'
  return (
    <TextInput
      {...given}
      ref={first}
      inputMode="decimal"
      maxLength={most}
      autoComplete="off"
      value={comma ? value.replace('.', ',') : value}
      onChange={(event) => onChange(event.target.value.replace(',', '.'))}
    />
  )
}

/** A merchant is known to people by its name; its number is the server's. */
const isMerchant = (name: string) => name === 'merchant' || name === 'merchant_id'

function MerchantChoice({
  given,
  value,
  onChange,
}: {
  given: FieldControl
  value: string
  onChange: (value: string) => void
}) {
  const t = useT('kit')
  const merchants = useMerchants()
  return (
    <Select
      id={given.id}
      describedBy={given['aria-describedby']}
      invalid={given['aria-invalid']}
      // One that may be left out is left out by its first line.
      options={
        given['aria-required'] ? merchants : [{ value: '', label: t('kit.merchant.none') }, ...merchants]
      }
      value={value}
      onChange={onChange}
    />
  )
}
