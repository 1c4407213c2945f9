import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import styles from './Checkbox.module.css'
import { cx } from './cx'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'ref'> {
  /** Visible text, or with `hideLabel` only its name. */
  label: ReactNode
  hideLabel?: boolean
  /** Some, but not all, of what it stands for. */
  indeterminate?: boolean
  onChange: (checked: boolean) => void
}

export function Checkbox({
  label,
  hideLabel,
  indeterminate = false,
  onChange,
  className,
  ...rest
}: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate
  }, [indeterminate])
  return (
    <label className={cx(styles.label, className)}>
      <input
        {...rest}
        ref={input}
        type="checkbox"
        className={styles.box}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={hideLabel ? styles.hidden : undefined}>{label}</span>
    </label>
  )
}
