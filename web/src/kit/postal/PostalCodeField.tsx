import { useEffect, useEffectEvent } from 'react'
import { useT } from '../../app/i18n'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import { type Address, formatPostalCode, usePostalCode } from './usePostalCode'

interface PostalCodeFieldProps {
  /** As typed; the digits of it count. */
  value: string
  onValue: (value: string) => void
  /** Hears of each address that was found, once, so that a form fills its fields with it. */
  onAddress: (address: Address) => void
  error?: string | null | false
  required?: boolean
  optional?: boolean
  disabled?: boolean
}

/** A Brazilian postal code that finds its address. The form around it never waits for the answer. */
export function PostalCodeField({
  value,
  onValue,
  onAddress,
  error,
  required,
  optional,
  disabled,
}: PostalCodeFieldProps) {
  const t = useT('kit')
  const { state, address } = usePostalCode(value)
  const tell = useEffectEvent(onAddress)
  useEffect(() => {
    if (address) tell(address)
  }, [address])

  const place = address && [address.street, address.district, address.city, address.state]
  const said = place ? place.filter(Boolean).join(', ') : t(`kit.postal.${state}`)
  return (
    <Field
      label={t('kit.postal.label')}
      // Always one line, so that nothing below moves when the answer comes.
      hint={<span role="status">{said}</span>}
      error={error}
      required={required}
      optional={optional}
    >
      {(control) => (
        <TextInput
          {...control}
          name="postal_code"
          inputMode="numeric"
          autoComplete="postal-code"
          placeholder="00000-000"
          maxLength={20}
          value={value}
          disabled={disabled}
          onChange={(event) => onValue(event.target.value)}
          onBlur={() => onValue(formatPostalCode(value))}
        />
      )}
    </Field>
  )
}
