import {
  type KeyboardEvent,
  type RefObject,
  use,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { symbolOf } from '../app/currency'
import { useLanguage, useT } from '../app/i18n'
import { readAmount, readDigits, typedMoney, type Wrong } from './amountText'
import { cx } from './cx'
import { SaysField } from './Field'
import styles from './Field.module.css'
import { TextInput, type TextInputProps } from './TextInput'

export interface MoneyInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'max'> {
  /** Integer minor units, or null while nothing is typed that can be read. */
  value: number | null
  onChange: (value: number | null) => void
  /** An ISO code; or "%", for hundredths of one. */
  currency?: string
  /** Digits after the separator; two for BRL. */
  decimals?: number
}

/** Told with the key that brings it; the others only once the person has finished, for half of an amount is often none. */
const AT_ONCE = new Set<Wrong>(['sign', 'letters', 'too_large'])

/**
 * Money as people write it: with a keyboard as "50", "1.234,56" or "1234.56"; on a touch screen as at a till, where digits
 * come in from the right.
 */
export function MoneyInput({
  value,
  onChange,
  currency = 'BRL',
  decimals = 2,
  className,
  ...rest
}: MoneyInputProps) {
  const t = useT('common')
  const language = useLanguage()
  const touch = useTouch()
  const say = use(SaysField)
  const [typed, setTyped] = useState<{ text: string; minor: number | null } | null>(null)
  const [wrong, setWrong] = useState<Wrong | null>(null)
  const tell = (found: Wrong | null, text: string) => {
    setWrong(found)
    say?.(found && t(`common.amount.${found}`, { text, ...readings(text, decimals, language) }))
  }
  const read = (text: string) => {
    const found = touch ? { minor: readDigits(text) } : readAmount(text, decimals, language)
    const minor = 'wrong' in found ? null : found.minor
    setTyped(touch ? null : { text, minor })
    tell('wrong' in found && AT_ONCE.has(found.wrong) ? found.wrong : null, text)
    onChange(minor)
  }
  const finish = () => {
    if (!typed) return
    const found = readAmount(typed.text, decimals, language)
    if ('wrong' in found) tell(found.wrong, typed.text)
    else setTyped(null)
  }
  const unread = useRef<HTMLSpanElement>(null)
  const refusal = typed && !touch ? readAmount(typed.text, decimals, language) : null
  useRefusal(unread, refusal !== null && 'wrong' in refusal, finish)
  const kept = typed && typed.minor === value ? typed.text : null
  const input = (
    <TextInput
      {...rest}
      aria-invalid={wrong ? true : rest['aria-invalid']}
      inputMode={touch ? 'numeric' : 'decimal'}
      autoComplete="off"
      className={cx(styles.money, className)}
      before={currency === '%' ? currency : symbolOf(currency)}
      placeholder={typedMoney(0, decimals, language)}
      value={kept ?? (value === null ? '' : typedMoney(value, decimals, language))}
      onChange={(event) => read(event.target.value)}
      onBlur={(event) => {
        finish()
        rest.onBlur?.(event)
      }}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key === 'Enter') finish()
        rest.onKeyDown?.(event)
      }}
    />
  )
  return (
    <span ref={unread} className={styles.bare}>
      {input}
    </span>
  )
}

/**
 * Keeps a form from being sent while an amount in it cannot be read: it would leave without one, where it may be left out.
 *
 * Args:
 *   tell: says what is wrong with it.
 */
function useRefusal(place: RefObject<HTMLElement | null>, refused: boolean, tell: () => void): void {
  const told = useRef(tell)
  useEffect(() => {
    told.current = tell
  })
  useEffect(() => {
    const form = refused && place.current?.closest('form')
    if (!form) return undefined
    // At the form itself: what listens to it in React does so further out, and hears nothing.
    const refuse = (event: SubmitEvent) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      told.current()
      place.current?.querySelector('input')?.focus()
    }
    form.addEventListener('submit', refuse, { capture: true })
    return () => form.removeEventListener('submit', refuse, { capture: true })
  }, [place, refused])
}

/** What an amount that may mean two things could mean: "1.234" → 1,234.00 or 1.23. */
function readings(text: string, decimals: number, language: 'pt' | 'en') {
  const [whole = '', rest = ''] = text.trim().split(/[.,]/)
  const show = (digits: string) => typedMoney(Number(digits.replaceAll(/\D/g, '')) || 0, decimals, language)
  return {
    large: show(`${whole}${rest}${'0'.repeat(decimals)}`),
    small: show(`${whole}${rest.slice(0, decimals)}`),
  }
}

const coarse = typeof matchMedia === 'undefined' ? null : matchMedia('(pointer: coarse)')

function subscribe(listener: () => void): () => void {
  coarse?.addEventListener('change', listener)
  return () => coarse?.removeEventListener('change', listener)
}

/** Whether a finger is what points here. */
const useTouch = () => useSyncExternalStore(subscribe, () => coarse?.matches ?? false)
