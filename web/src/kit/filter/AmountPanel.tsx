import { type FormEvent, useState } from 'react'
import { useT } from '../../app/i18n'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import { MoneyInput } from '../../ui/MoneyInput'
import styles from './panels.module.css'

export interface AmountRange {
  amountFrom: number | null
  amountTo: number | null
}

/** Bounds of an amount, both inclusive, either may be open. */
export default function AmountPanel({
  range,
  onChange,
}: {
  range: AmountRange
  onChange: (range: AmountRange) => void
}) {
  const t = useT('kit')
  const [{ amountFrom, amountTo }, setRange] = useState(range)
  const [asked, setAsked] = useState(false)
  const backwards = amountFrom !== null && amountTo !== null && amountFrom > amountTo
  const apply = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!backwards) onChange({ amountFrom, amountTo })
  }
  return (
    <form className={styles.amounts} onSubmit={apply}>
      <Field label={t('kit.filter.at_least')}>
        {(control) => (
          <MoneyInput
            {...control}
            value={amountFrom}
            onChange={(value) => setRange({ amountFrom: value, amountTo })}
          />
        )}
      </Field>
      <Field label={t('kit.filter.at_most')} error={asked && backwards && t('kit.filter.backwards')}>
        {(control) => (
          <MoneyInput
            {...control}
            value={amountTo}
            onChange={(value) => setRange({ amountFrom, amountTo: value })}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary">
        {t('kit.filter.apply')}
      </Button>
    </form>
  )
}
