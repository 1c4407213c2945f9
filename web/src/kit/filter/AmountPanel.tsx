import { type FormEvent, useState } from 'react'
import { useT } from '../../app/i18n'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import { MoneyInput } from '../../ui/MoneyInput'
import { type AmountRange, COMPARISONS, type Comparison, comparisonOf, rangeFor } from './amount'
import styles from './panels.module.css'

/** An amount, how it is compared, and for "between" a second one; bounds are inclusive. */
export default function AmountPanel({
  range,
  onChange,
}: {
  range: AmountRange
  onChange: (range: AmountRange) => void
}) {
  const t = useT('kit')
  const [comparison, setComparison] = useState<Comparison>(comparisonOf(range))
  const [first, setFirst] = useState(range.amountFrom ?? range.amountTo)
  const [second, setSecond] = useState(comparison === 'between' ? range.amountTo : null)
  const [asked, setAsked] = useState(false)

  const between = comparison === 'between'
  const backwards = between && first !== null && second !== null && first > second
  const missing = (amount: number | null) => asked && amount === null && t('kit.filter.no_amount')
  const apply = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (first === null || (between && second === null) || backwards) return
    onChange(rangeFor(comparison, first, second))
  }
  return (
    <form className={styles.amounts} onSubmit={apply}>
      <fieldset className={styles.comparisons}>
        <legend className={styles.legend}>{t('kit.filter.amount')}</legend>
        {COMPARISONS.map((each) => (
          <label key={each} className={styles.comparison}>
            <input
              type="radio"
              name="comparison"
              checked={each === comparison}
              onChange={() => setComparison(each)}
            />
            {t(`kit.filter.compare.${each}`)}
          </label>
        ))}
      </fieldset>
      <Field
        label={t(between ? 'kit.filter.at_least' : 'kit.filter.amount')}
        hideLabel={!between}
        error={missing(first)}
      >
        {(control) => <MoneyInput {...control} value={first} onChange={setFirst} />}
      </Field>
      {between && (
        <Field
          label={t('kit.filter.at_most')}
          error={missing(second) || (asked && backwards && t('kit.filter.backwards'))}
        >
          {(control) => <MoneyInput {...control} value={second} onChange={setSecond} />}
        </Field>
      )}
      <Button type="submit" variant="secondary">
        {t('kit.filter.apply')}
      </Button>
    </form>
  )
}
