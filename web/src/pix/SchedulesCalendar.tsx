import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { api, body } from '../app/api'
import { type Language, useLanguage, useT } from '../app/i18n'
import { settings } from '../app/state'
import { useStore } from '../app/store'
import { formatAmount, formatMoney } from '../kit/format'
import { PageHeader } from '../kit/PageHeader'
import { Loaded } from '../kit/record/Loaded'
import { Button } from '../ui/Button'
import { cx } from '../ui/cx'
import { IconButton } from '../ui/IconButton'
import { type Cell, cellsOf, monthAway, monthOf, totalsOf } from './month'
import type { CalendarDay } from './pix'
import styles from './Schedules.module.css'
import { ScheduleTabs } from './ScheduleTabs'

const LOCALES: Record<Language, string> = { pt: 'pt-BR', en: 'en-GB' }
/** A week that begins on a Sunday, whose names are those of every week. */
const WEEK = [
  '2026-11-01',
  '2026-11-02',
  '2026-11-03',
  '2026-11-04',
  '2026-11-05',
  '2026-11-06',
  '2026-11-07',
]
const money = (amount: number) => ({ amount, currency: 'BRL' as const })

/** Due days are days of Brasília. */
const dayInBrazil = () => new Date().toLocaleDateString('sv', { timeZone: 'America/Sao_Paulo' })

/** What is due on each day of a month, and what of it came in. */
export function SchedulesCalendar() {
  const t = useT('kit', 'pix')
  const language = useLanguage()
  const account = useStore(settings, (state) => state.account?.id ?? null)
  const [today] = useState(dayInBrazil)
  const [month, setMonth] = useState(monthOf(today))
  const found = useQuery({
    queryKey: ['list', 'pix.calendar', account, month],
    queryFn: ({ signal }) => body(api.GET('/v1/pix/calendar', { params: { query: { month } }, signal })),
  })
  const name = new Intl.DateTimeFormat(LOCALES[language], { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const icon = { size: 18, strokeWidth: 1.75 }
  return (
    <>
      <PageHeader title={t('pix.schedules')} tabs={<ScheduleTabs />} />
      <div className={styles.bar}>
        <IconButton
          label={t('pix.calendar.before')}
          icon={<ChevronLeft {...icon} />}
          onClick={() => setMonth(monthAway(month, -1))}
        />
        <h2 className={styles.month} aria-live="polite">
          {name.format(new Date(`${month}-01T00:00:00Z`))}
        </h2>
        <IconButton
          label={t('pix.calendar.after')}
          icon={<ChevronRight {...icon} />}
          onClick={() => setMonth(monthAway(month, 1))}
        />
        {month !== monthOf(today) && (
          <Button variant="ghost" size="small" onClick={() => setMonth(monthOf(today))}>
            {t('pix.calendar.today')}
          </Button>
        )}
        {found.data && <Sums days={found.data} />}
      </div>
      <Loaded query={found} lines={10} level={2}>
        {(days) => <Days cells={cellsOf(month, days)} today={today} />}
      </Loaded>
    </>
  )
}

function Sums({ days }: { days: readonly CalendarDay[] }) {
  const t = useT('pix')
  const language = useLanguage()
  const { expected, received } = totalsOf(days)
  return (
    <span className={styles.sums}>
      <span>{t('pix.calendar.expected', { amount: formatMoney(money(expected), language) })}</span>
      <span>{t('pix.calendar.received', { amount: formatMoney(money(received), language) })}</span>
    </span>
  )
}

function Days({ cells, today }: { cells: readonly Cell[]; today: string }) {
  const language = useLanguage()
  const weekday = new Intl.DateTimeFormat(LOCALES[language], { weekday: 'short', timeZone: 'UTC' })
  return (
    <div className={styles.calendar}>
      <div className={styles.weekdays} aria-hidden>
        {WEEK.map((day) => (
          <span key={day}>{weekday.format(new Date(`${day}T00:00:00Z`))}</span>
        ))}
      </div>
      <ol className={styles.grid}>
        {cells.map((cell) => (
          <Day
            key={cell.day}
            cell={cell}
            weekday={weekday.format(new Date(`${cell.day}T00:00:00Z`))}
            today={cell.day === today}
          />
        ))}
      </ol>
    </div>
  )
}

function Day({ cell, weekday, today }: { cell: Cell; weekday: string; today: boolean }) {
  const { day, sums } = cell
  const t = useT('pix')
  const language = useLanguage()
  const whole = new Intl.DateTimeFormat(LOCALES[language], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  const first = day.endsWith('-01')
  return (
    <li
      className={cx(styles.day, today && styles.today, !sums && styles.empty)}
      aria-current={today ? 'date' : undefined}
      style={first ? { gridColumnStart: cell.weekday + 1 } : undefined}
    >
      <time className={styles.number} dateTime={day} aria-label={whole.format(new Date(`${day}T00:00:00Z`))}>
        <span className={styles.figure}>{Number(day.slice(8))}</span>
        <span className={styles.weekday}> {weekday}</span>
      </time>
      {sums && (
        <>
          <strong className={styles.expected}>{formatAmount(sums.expected, language)}</strong>
          <Progress sums={sums} />
          <span className={styles.line}>{t('pix.calendar.due', { count: sums.expected_count })}</span>
          {sums.received_count > 0 && (
            <span className={cx(styles.line, styles.received)}>
              {t('pix.calendar.in', { count: sums.received_count })}
              {sums.received.amount !== sums.expected.amount && ` ${formatAmount(sums.received, language)}`}
            </span>
          )}
          {sums.refused_count > 0 && (
            <span className={cx(styles.line, styles.refused)}>
              {t('pix.calendar.refused', { count: sums.refused_count })}
            </span>
          )}
        </>
      )}
    </li>
  )
}

/** How much of what was due on a day came in; the words under it say the same. */
function Progress({ sums: { expected, received } }: { sums: CalendarDay }) {
  const share = expected.amount > 0 ? Math.min(1, received.amount / expected.amount) : 0
  return (
    <span className={styles.track} aria-hidden>
      <span className={styles.part} style={{ inlineSize: `${share * 100}%` }} />
    </span>
  )
}
