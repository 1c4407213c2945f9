import { Plus, X } from 'lucide-react'
import { useT } from '../../app/i18n'
import type { Errors } from '../../kit/command/CommandDialog'
import { DatePicker } from '../../kit/date/DatePicker'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import { IconButton } from '../../ui/IconButton'
import { MoneyInput } from '../../ui/MoneyInput'
import { Select } from '../../ui/Select'
import styles from '../commands/form.module.css'
import { isAmount, isDated, MODES, MOST_STEPS, type Step, type TermForm, type TermName } from './dueForm'
import own from './TermFields.module.css'

interface TermFieldsProps {
  term: TermName
  value: TermForm
  errors: Errors
  onChange: (value: TermForm) => void
}

/** One term: none, or how it counts and how much it is. */
export function TermFields({ term, value, errors, onChange }: TermFieldsProps) {
  const t = useT('payin')
  const { mode, steps } = value
  const error = errors[`terms.${term}`]
  const modes = Array.from({ length: MODES[term].count + 1 }, (_, number) => ({
    value: String(number),
    label: t(`payin.due.${term}.mode_${number}`),
  }))
  const dated = isDated(term, mode)
  const put = (part: Partial<TermForm>) => onChange({ ...value, ...part })
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{t(`payin.due.${term}.name`)}</legend>
      <div className={styles.pair}>
        <Select
          label={t(`payin.due.${term}.name`)}
          options={modes}
          value={String(mode)}
          onChange={(chosen) => put({ mode: Number(chosen) })}
        />
        {mode > 0 && !dated && (
          <Field label={t('payin.due.value')} hideLabel error={error}>
            {(control) => (
              <MoneyInput
                {...control}
                currency={isAmount(term, mode) ? 'BRL' : '%'}
                value={value.value}
                onChange={(amount) => put({ value: amount })}
              />
            )}
          </Field>
        )}
      </div>
      {dated && (
        <Steps
          steps={steps}
          currency={isAmount(term, mode) ? 'BRL' : '%'}
          error={error}
          onChange={(changed) => put({ steps: changed })}
        />
      )}
    </fieldset>
  )
}

interface StepsProps {
  steps: readonly Step[]
  currency: string
  error: string | undefined
  onChange: (steps: Step[]) => void
}

/** Up to three days, and what is taken off until each. */
function Steps({ steps, currency, error, onChange }: StepsProps) {
  const t = useT('payin')
  const put = (place: number, part: Partial<Step>) =>
    onChange(steps.map((step, at) => (at === place ? { ...step, ...part } : step)))
  return (
    <>
      {steps.map((step, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a step is nothing but its place
        <div key={place} className={own.step}>
          <DatePicker
            label={t('payin.due.until')}
            value={step.until}
            error={!step.until && error}
            onChange={(until) => put(place, { until })}
          />
          <Field label={t('payin.due.value')} error={step.until && !step.value && error}>
            {(control) => (
              <MoneyInput
                {...control}
                currency={currency}
                value={step.value}
                onChange={(value) => put(place, { value })}
              />
            )}
          </Field>
          {steps.length > 1 && (
            <IconButton
              plain
              label={t('payin.due.remove_step')}
              icon={<X size={18} strokeWidth={1.75} />}
              onClick={() => onChange(steps.filter((_, at) => at !== place))}
            />
          )}
        </div>
      ))}
      {error && steps.every(({ until, value }) => until && value) && <p role="alert">{error}</p>}
      {steps.length < MOST_STEPS && (
        <Button
          variant="secondary"
          size="small"
          icon={<Plus size={16} strokeWidth={1.75} />}
          onClick={() => onChange([...steps, { until: null, value: null }])}
        >
          {t('payin.due.add_step')}
        </Button>
      )}
    </>
  )
}
