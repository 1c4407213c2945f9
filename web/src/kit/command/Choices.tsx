import { cx } from '../../ui/cx'
import styles from './Choices.module.css'

interface ChoicesProps<Value extends string> {
  legend: string
  /** Of the group in its form. */
  name: string
  options: readonly { value: Value; label: string; hint?: string; amount?: string }[]
  /** None is chosen yet with null. */
  value: Value | null
  onChange: (value: Value) => void
  /** Two in a line, where there is room. */
  paired?: boolean
  /** The id of the element with the choice's error. */
  describedBy?: string | undefined
}

/** One of a few, each with a word about it. */
export function Choices<Value extends string>({
  legend,
  name,
  options,
  value,
  onChange,
  paired = false,
  describedBy,
}: ChoicesProps<Value>) {
  return (
    <fieldset className={cx(styles.choices, paired && styles.paired)} aria-describedby={describedBy}>
      <legend className={styles.legend}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            {option.hint && <span className={styles.hint}>{option.hint}</span>}
          </span>
          {option.amount && <strong>{option.amount}</strong>}
        </label>
      ))}
    </fieldset>
  )
}
