import { CircleCheck, Lightbulb } from 'lucide-react'
import { useLanguage, useT } from '../../app/i18n'
import { formatMoney, formatTime } from '../../kit/format'
import { Banner } from '../../ui/Banner'
import type { ForecastAction } from './forecast'

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }

interface ActionProps {
  action: ForecastAction | null
  late: number
  /** Every open payment is covered, and none of them ends without leaving. */
  whole?: boolean
  zone: string
}

/** The cheapest thing to do about what is late; or that nothing is, or that nothing was found. */
export function Action({ action, late, whole = true, zone }: ActionProps) {
  const t = useT('payoutForecast')
  const language = useLanguage()
  if (late === 0) {
    if (!whole) return null
    return (
      <Banner tone="success" icon={<CircleCheck {...icon} />}>
        {t('payoutForecast.all_in_time')}
      </Banner>
    )
  }
  if (!action) {
    return (
      <Banner tone="atention" icon={<Lightbulb {...icon} />}>
        {t('payoutForecast.action.nothing', { count: late })}
      </Banner>
    )
  }
  const given = {
    amount: action.amount ? formatMoney(action.amount, language) : '',
    by: action.by ? formatTime(action.by, language, { zone }) : '',
    processor: action.processor ?? '',
  }
  const rest =
    action.late === 0
      ? t('payoutForecast.action.all')
      : t('payoutForecast.action.left', { count: action.late, before: late })
  const cost =
    action.cost && action.cost.amount > 0
      ? t('payoutForecast.action.cost', { cost: formatMoney(action.cost, language) })
      : ''
  return (
    <Banner tone="atention" icon={<Lightbulb {...icon} />}>
      <strong>{t(`payoutForecast.action.${action.kind}`, given)}</strong>
      <p>{[rest, cost].filter(Boolean).join(' ')}</p>
    </Banner>
  )
}
