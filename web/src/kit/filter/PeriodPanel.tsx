import { Check } from 'lucide-react'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useLanguage, useT } from '../../app/i18n'
import { useZone } from '../../app/zone'
import { Button } from '../../ui/Button'
import { cx } from '../../ui/cx'
import { Field } from '../../ui/Field'
import { dayOf } from '../calendar'
import { DayInput } from '../date/DayInput'
import { readDay, showDay } from '../date/day'
import { zoneName } from '../format'
import { daysOf, lengthOf, type Period, PRESETS, type Preset, rangeOf } from '../list/period'
import styles from './panels.module.css'

const Calendar = lazy(() => import('../date/Calendar'))

interface PeriodPanelProps {
  period: Period
  /** Days that it may have at most. */
  longest: number | undefined
  /** Only periods that are made of days. */
  wholeDays?: boolean
  onChange: (period: Period) => void
}

/** Presets at a click, or two days that are typed or picked from a calendar. */
export default function PeriodPanel({
  period,
  longest = Infinity,
  wholeDays = false,
  onChange,
}: PeriodPanelProps) {
  const t = useT('kit')
  const zone = useZone()
  const [now] = useState(() => new Date())
  const current = 'preset' in period ? period.preset : null
  const fits = (preset: Preset) => lengthOf({ preset }, now, zone) <= longest
  const presets = PRESETS.filter(
    (preset) => fits(preset) && (!wholeDays || daysOf({ preset }, now, zone) !== null),
  )
  return (
    <div className={styles.period}>
      <ul className={styles.presets}>
        {presets.map((preset) => (
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
      <FixedEnds period={period} longest={longest} onChange={onChange} />
    </div>
  )
}

function FixedEnds({ period, longest = Infinity, onChange }: PeriodPanelProps) {
  const t = useT('kit')
  const language = useLanguage()
  const zone = useZone()
  const [now] = useState(() => new Date())
  const [given] = useState(() => rangeOf(period, now, zone))
  const [from, setFrom] = useState(given.from ? showDay(dayOf(given.from, zone)) : '')
  const [to, setTo] = useState(() => {
    if (given.to) return showDay(dayOf(given.to, zone))
    // A preset that goes on until now ends today, as far as days tell.
    return 'preset' in period && given.from ? showDay(dayOf(now, zone)) : ''
  })
  const [asked, setAsked] = useState(false)
  // The calendar's first day is picked, its last one is awaited.
  const [begun, setBegun] = useState(false)

  const first = readDay(from)
  const last = readDay(to)
  const chosen = { ...(first && { from: first }), ...(last && { to: last }) }
  const backwards = first !== null && last !== null && first > last
  const tooLong = lengthOf(chosen, now, zone) > longest
  const noDay = (typed: string, day: string | null) => typed !== '' && !day && t('kit.period.no_day')
  const fromError =
    noDay(from, first) || (!backwards && tooLong && t('kit.period.too_long', { days: longest }))
  const toError = noDay(to, last) || (backwards && t('kit.period.backwards'))

  const pick = (day: string) => {
    const before = begun && first ? first : null
    setBegun(before === null)
    setFrom(showDay(before !== null && before < day ? before : day))
    setTo(before === null ? '' : showDay(before < day ? day : before))
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!fromError && !toError && (first || last)) onChange(chosen)
  }
  return (
    <form className={styles.ends} onSubmit={apply}>
      <Field label={t('kit.period.from')} error={asked && fromError}>
        {(control) => <DayInput {...control} value={from} onChange={setFrom} />}
      </Field>
      <Field label={t('kit.period.to')} error={asked && toError}>
        {(control) => <DayInput {...control} value={to} onChange={setTo} />}
      </Field>
      <div className={styles.calendar}>
        <Suspense>
          <Calendar from={first} to={last} onPick={pick} />
        </Suspense>
      </div>
      <p className={styles.note}>{t('kit.period.zone', { zone: zoneName(zone, language) })}</p>
      <Button type="submit" variant="secondary">
        {t('kit.filter.apply')}
      </Button>
    </form>
  )
}
