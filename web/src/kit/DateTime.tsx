import { useLanguage } from '../app/i18n'
import { useZone } from '../app/zone'
import { ownZone } from './clock'
import { formatTime, type TimeStyle } from './format'

/** A moment in the person's own zone, without this year unless asked for; pointing at it tells the whole of it, in the merchant's zone too. */
export function DateTime({ at, year = 'auto', ...style }: { at: string } & TimeStyle) {
  const language = useLanguage()
  const books = useZone()
  const whole = (zone: string) => `${formatTime(at, language, { time: 'seconds', zone })} ${zone}`
  const told = () => [...new Set([ownZone(), books])].map(whole).join('\n')
  return (
    // Made when it is looked for: a list has hundreds, and two moments more in each cost its first frame.
    <time
      dateTime={at}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = told()
      }}
    >
      {formatTime(at, language, { year, ...style })}
    </time>
  )
}
