import { useLanguage } from '../app/i18n'
import { formatTime, ownZone, type TimeStyle } from './format'

/** Where the merchants of this product keep their books. */
const MERCHANT_ZONE = 'America/Sao_Paulo'

/** A moment in the person's own zone; pointing at it tells the whole of it, in the merchant's zone too. */
export function DateTime({ at, ...style }: { at: string } & TimeStyle) {
  const language = useLanguage()
  const whole = (zone: string) =>
    `${formatTime(at, language, { year: 'always', time: 'seconds', zone })} ${zone}`
  const own = ownZone()
  const title = own === MERCHANT_ZONE ? whole(own) : `${whole(own)}\n${whole(MERCHANT_ZONE)}`
  return (
    <time dateTime={at} title={title}>
      {formatTime(at, language, style)}
    </time>
  )
}
