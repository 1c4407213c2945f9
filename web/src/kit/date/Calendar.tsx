import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { ptBR } from 'react-day-picker/locale/pt-BR'
import { DATE_MAX, DATE_MIN } from '../../app/constants'
import { type Language, useLanguage, useT } from '../../app/i18n'
import { useZone } from '../../app/zone'
import { dayOf } from '../calendar'
import styles from './Calendar.module.css'
import { dateOf, dayOfDate } from './day'

const SUNDAY = 0
/** Years offered before and after what is shown; a day further away is typed. */
const YEARS_AROUND = 10

/** The whole name of a day; its number stands in it as it does on its button. */
const WHOLE = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
const NAMES: Record<Language, Intl.DateTimeFormat> = {
  pt: new Intl.DateTimeFormat('pt-BR', WHOLE),
  en: new Intl.DateTimeFormat('en-GB', WHOLE),
}

export interface CalendarProps {
  /** The chosen days, first and last the same for a single one; days are texts (yyyy-mm-dd). */
  from: string | null
  to: string | null
  /** Days that may be chosen, both included. */
  min?: string
  max?: string
  onPick: (day: string) => void
}

/**
 * A month with its days; weeks begin on Sunday in both languages. Its code is fetched with the window it stands in. The
 * library brings no style of its own: every class is ours.
 */
export default function Calendar({ from, to, min = DATE_MIN, max = DATE_MAX, onPick }: CalendarProps) {
  const t = useT('kit')
  const language = useLanguage()
  const zone = useZone()
  const [today] = useState(() => dayOf(new Date(), zone))
  const [first, last] = [dateOf(min), dateOf(max)]
  // Years stay where they were while days are picked: the list does not run away under the pointer.
  const [shown] = useState(() => monthToShow(to ?? from ?? today, min, max))
  const years = [shown.getFullYear(), dateOf(today).getFullYear()]
  const begin = new Date(Math.min(...years) - YEARS_AROUND, 0)
  const end = new Date(Math.max(...years) + YEARS_AROUND, 11)
  return (
    <DayPicker
      mode="range"
      captionLayout="dropdown"
      navLayout="around"
      fixedWeeks
      showOutsideDays
      weekStartsOn={SUNDAY}
      locale={language === 'pt' ? ptBR : undefined}
      today={dateOf(today)}
      defaultMonth={shown}
      startMonth={begin < first ? first : begin}
      endMonth={end > last ? last : end}
      disabled={{ before: first, after: last }}
      selected={from || to ? { from: dateOf(from ?? to ?? min), to: dateOf(to ?? from ?? max) } : undefined}
      onSelect={(_, day) => onPick(dayOfDate(day))}
      classNames={styles}
      labels={{
        labelDayButton: (at, { today: isToday }) => {
          const day = NAMES[language].format(at)
          return isToday ? `${t('kit.period.today')}, ${day}` : day
        },
      }}
      components={{ Chevron }}
    />
  )
}

function monthToShow(day: string, min: string, max: string): Date {
  if (day < min) return dateOf(min)
  return dateOf(day > max ? max : day)
}

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  return orientation === 'left' ? (
    <ChevronLeft size={18} strokeWidth={1.75} aria-hidden />
  ) : (
    <ChevronRight size={18} strokeWidth={1.75} aria-hidden />
  )
}
