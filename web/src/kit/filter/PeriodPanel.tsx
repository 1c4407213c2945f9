import { Check } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useT } from '../../app/i18n'
import { useZone } from '../../app/zone'
import { Button } from '../../ui/Button'
import { cx } from '../../ui/cx'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import { dayOf } from '../calendar'
import { type Period, PRESETS, rangeOf } from '../list/period'
import { readDay, showDay, typedDay } from './day'
import styles from './panels.module.css'

/** Presets at a click, or two days that are typed. */
export default function PeriodPanel({
  period,
  onChange,
}: {
  period: Period
  onChange: (period: Period) => void
}) {
  const t = useT('kit')
  const current = 'preset' in period ? period.preset : null
  return (
    <div className={styles.period}>
      <ul className={styles.presets}>
        {PRESETS.map((preset) => (
          <li key={preset}>
            <button
              type="button"
              className={cx(styles.preset, preset === current && styles.chosen)}
              aria-pressed={preset === current}
              onClick={() => onChange({ preset })}
            >
              {t(`kit.period.${preset}`)}
              {preset === current && <Check size={16} aria-hidden />}
            </button>
          </li>
        ))}
      </ul>
      <FixedEnds period={period} onChange={onChange} />
    </div>
  )
}

function FixedEnds({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const t = useT('kit')
  const zone = useZone()
  const [now] = useState(() => rangeOf(period, new Date(), zone))
  const [from, setFrom] = useState(now.from ? showDay(dayOf(now.from, zone)) : '')
  const [to, setTo] = useState(now.to ? showDay(dayOf(now.to, zone)) : '')
  const [asked, setAsked] = useState(false)

  const first = readDay(from)
  const last = readDay(to)
  const wrong = (typed: string, day: string | null) => asked && typed !== '' && !day && t('kit.period.no_day')
  const backwards = asked && first && last && first > last && t('kit.period.backwards')
  const apply = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if ((from && !first) || (to && !last) || (first && last && first > last) || (!first && !last)) return
    onChange({ ...(first && { from: first }), ...(last && { to: last }) })
  }
  return (
    <form className={styles.ends} onSubmit={apply}>
      <Field label={t('kit.period.from')} error={wrong(from, first)}>
        {(control) => (
          <DayInput {...control} placeholder={t('kit.period.format')} value={from} onChange={setFrom} />
        )}
      </Field>
      <Field label={t('kit.period.to')} error={wrong(to, last) || backwards}>
        {(control) => (
          <DayInput {...control} placeholder={t('kit.period.format')} value={to} onChange={setTo} />
        )}
      </Field>
      <Button type="submit" variant="secondary">
        {t('kit.filter.apply')}
      </Button>
      <p className={styles.note}>{t('kit.period.zone', { zone })}</p>
    </form>
  )
}

interface DayInputProps {
  id: string
  value: string
  placeholder: string
  onChange: (typed: string) => void
}

function DayInput({ onChange, ...rest }: DayInputProps) {
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      onChange={(event) => onChange(typedDay(event.target.value))}
    />
  )
}
