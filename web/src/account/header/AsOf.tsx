import { CalendarClock } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useLanguage, useT } from '../../app/i18n'
import { useZone } from '../../app/zone'
import { ClockField } from '../../kit/date/ClockField'
import { DatePicker } from '../../kit/date/DatePicker'
import { formatTime } from '../../kit/format'
import { Button } from '../../ui/Button'
import { Popover } from '../../ui/Popover'
import styles from './BalancesHeader.module.css'
import { hasPassed, momentOf, todayIn } from './moment'

interface AsOfProps {
  /** A moment of the past; null is now. */
  at: string | null
  onChange: (at: string | null) => void
}

/** From when the balances are, and the way to another moment. */
export function AsOf({ at, onChange }: AsOfProps) {
  const t = useT('account')
  const language = useLanguage()
  const zone = useZone()
  return (
    <div className={styles.line}>
      <h2 className={styles.title}>{t('account.balances.title')}</h2>
      <span className={styles.moment} aria-live="polite">
        {at
          ? t('account.as_of.at', { at: formatTime(at, language, { zone }), zone })
          : t('account.as_of.now')}
      </span>
      <span className={styles.tools}>
        {at && (
          <Button size="small" variant="ghost" onClick={() => onChange(null)}>
            {t('account.as_of.back')}
          </Button>
        )}
        <Popover
          title={t('account.as_of.title')}
          titled
          align="end"
          trigger={
            <Button
              size="small"
              variant="ghost"
              icon={<CalendarClock size={16} strokeWidth={1.75} aria-hidden />}
            >
              {t('account.as_of.open')}
            </Button>
          }
        >
          {(close) => (
            <Moment
              zone={zone}
              onChosen={(chosen) => {
                onChange(chosen)
                close()
              }}
            />
          )}
        </Popover>
      </span>
    </div>
  )
}

function Moment({ zone, onChosen }: { zone: string; onChosen: (at: string) => void }) {
  const t = useT('common', 'account')
  const today = todayIn(zone)
  const [day, setDay] = useState<string | null>(today)
  const [clock, setClock] = useState('00:00')
  const [wrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const at = day && momentOf(day, clock, zone)
    if (at && hasPassed(at)) onChosen(at.toISOString())
    else setWrong(true)
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <DatePicker label={t('account.as_of.day')} value={day} onChange={setDay} max={today} required />
      <ClockField
        label={t('account.as_of.clock')}
        hint={zone}
        value={clock}
        error={wrong && t('common.moment_in_future')}
        required
        onChange={setClock}
      />
      <Button type="submit">{t('account.as_of.show')}</Button>
    </form>
  )
}
