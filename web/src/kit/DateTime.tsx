import { useLanguage } from '../app/i18n'
import { useZone } from '../app/zone'
import { formatTime, ownZone, type TimeStyle } from './format'

/** A moment in the person's own zone; pointing at it tells the whole of it, in the merchant's zone too. */
export function DateTime({ at, ...style }: { at: string } & TimeStyle) {
  const language = useLanguage()
  const whole = (zone: string) =>
    `${formatTime(at, language, { year: 'always', time: 'seconds', zone })} ${zone}`
  const own = ownZone()
  const books = useZone()
  const title = own === books ? whole(own) : `${whole(own)}\n${whole(books)}`
  return (
    <time dateTime={at} title={title}>
      {formatTime(at, language, style)}
    </time>
  )
}
