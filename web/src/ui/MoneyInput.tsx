import { useLanguage } from '../app/i18n'
import { cx } from './cx'
import styles from './Field.module.css'
import { TextInput, type TextInputProps } from './TextInput'

export interface MoneyInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'max'> {
  /** Integer minor units, or null while nothing is typed. */
  value: number | null
  onChange: (value: number | null) => void
  currency?: string
  /** Digits after the separator; two for BRL. */
  decimals?: number
}

const MOST_DIGITS = 13

/** Money typed as at a till: digits come in from the right, so a separator is never typed and never misread. */
export function MoneyInput({
  value,
  onChange,
  currency = 'BRL',
  decimals = 2,
  className,
  ...rest
}: MoneyInputProps) {
  const language = useLanguage()
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      className={cx(styles.money, className)}
      before={currency}
      placeholder={typedMoney(0, decimals, language)}
      value={value === null ? '' : typedMoney(value, decimals, language)}
      onChange={(event) => onChange(readTyped(event.target.value))}
    />
  )
}

/** The digits of what was typed, as minor units; null when there is none. */
export function readTyped(text: string): number | null {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '').slice(0, MOST_DIGITS)
  return digits ? Number(digits) : null
}

/** 1249990 → "12,499.90" (en) or "12.499,90" (pt). */
export function typedMoney(minor: number, decimals: number, language: string): string {
  const digits = String(minor).padStart(decimals + 1, '0')
  const whole = digits
    .slice(0, digits.length - decimals)
    .replace(/\B(?=(\d{3})+$)/g, language === 'pt' ? '.' : ',')
  return decimals ? `${whole}${language === 'pt' ? ',' : '.'}${digits.slice(-decimals)}` : whole
}
