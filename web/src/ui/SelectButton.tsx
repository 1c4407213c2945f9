import { ChevronDown } from 'lucide-react'
import { cx } from './cx'
import fieldStyles from './Field.module.css'
import styles from './Select.module.css'

export interface SelectOption {
  value: string
  label: string
  /** Shown, and not to be chosen: its label says why. */
  disabled?: boolean
}

export interface SelectProps {
  options: readonly SelectOption[]
  value: string | null
  onChange: (value: string) => void
  placeholder?: string
  /** Name, when no visible label names it. */
  label?: string
  id?: string
  disabled?: boolean
  invalid?: boolean
  describedBy?: string
  size?: 'small' | 'medium'
}

/** The button that shows the choice: what stands there until the list's code has arrived, and its trigger afterwards. */
export function SelectButton({ select, ...rest }: { select: SelectProps } & React.ComponentProps<'button'>) {
  const chosen = select.options.find((option) => option.value === select.value)
  const shown = chosen?.label ?? select.placeholder
  return (
    <button
      role="combobox"
      aria-expanded={false}
      // Closed, it has no list to name; open, the trigger's own props name it.
      aria-controls={undefined}
      {...rest}
      type="button"
      id={select.id}
      disabled={select.disabled}
      aria-label={select.label && `${select.label}: ${shown ?? ''}`}
      aria-invalid={select.invalid || undefined}
      aria-describedby={select.describedBy}
      className={cx(fieldStyles.control, styles.trigger, select.size === 'small' && styles.small)}
    >
      <span className={cx(styles.value, !chosen && styles.placeholder)}>{shown}</span>
      <ChevronDown size={16} aria-hidden />
    </button>
  )
}
