import styles from './Choices.module.css'

interface ChoicesProps<Value extends string> {
  legend: string
  /** Of the group in its form. */
  name: string
  options: readonly { value: Value; label: string; hint?: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** One of a few, each with a word about it. */
export function Choices<Value extends string>({
  legend,
  name,
  options,
  value,
  onChange,
}: ChoicesProps<Value>) {
  return (
    <fieldset className={styles.choices}>
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
        </label>
      ))}
    </fieldset>
  )
}
