import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { useZone } from '../../app/zone'
import { addDays } from '../../kit/calendar'
import { ClockField } from '../../kit/date/ClockField'
import { DatePicker } from '../../kit/date/DatePicker'
import { formatTime } from '../../kit/format'
import { Loaded } from '../../kit/record/Loaded'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { Card } from '../../ui/Card'
import { passedMoment, todayIn } from '../header/moment'
import { Compared } from './Compared'
import { HISTORY_PATH } from './entry'
import styles from './history.module.css'

/** A day as it was known at a moment, beside what is known of it now. Day and moment are its address. */
export function AsKnown() {
  const t = useT('kit', 'account')
  const language = useLanguage()
  const zone = useZone()
  const today = todayIn(zone)
  const search: { day?: string; known?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  const day = isDay(search.day) && search.day <= today ? search.day : addDays(today, -1)
  const [knownDay, setKnownDay] = useState<string | null>(day)
  const [clock, setClock] = useState('23:59')
  const account = useStore(settings, (state) => state.account?.id ?? null)
  const moment = passedMoment(knownDay, clock, zone)
  const query = useQuery({
    queryKey: ['list', 'account.as_known', account, day, moment],
    queryFn: ({ signal }) =>
      body(
        api.GET('/v1/account/statement/compare', { params: { query: { day, known_at: moment } }, signal }),
      ),
    placeholderData: keepPreviousData,
  })
  const choose = (next: string | null) => {
    if (!next) return
    if (!knownDay || knownDay < next) setKnownDay(next)
    void navigate({ to: '.', search: { day: next } as never, replace: true })
  }
  return (
    <>
      <RecordHeader
        crumbs={[{ label: t('account.title'), to: HISTORY_PATH }, { label: t('account.as_known.open') }]}
        title={t('account.as_known.title')}
        status={null}
        subtitle={t('account.as_known.what')}
      />
      <Card>
        <div className={styles.bar}>
          <DatePicker label={t('account.as_known.day')} value={day} onChange={choose} max={today} />
          <DatePicker
            label={t('account.as_known.known_day')}
            value={knownDay}
            onChange={setKnownDay}
            min={day}
            max={today}
          />
          <ClockField label={t('account.as_of.clock')} value={clock} onChange={setClock} />
        </div>
      </Card>
      <Loaded query={query}>
        {(found) => (
          <Compared found={found} known={formatTime(found.known_at, language, { zone: found.time_zone })} />
        )}
      </Loaded>
    </>
  )
}

function isDay(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
}
