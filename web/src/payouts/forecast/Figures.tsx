import { useLanguage, useT } from '../../app/i18n'
import figures from '../../kit/figures.module.css'
import { formatMoney, formatNumber, formatTime } from '../../kit/format'
import type { ForecastSums } from './forecast'

const SHOWN = ['leaves', 'late', 'queued', 'waiting', 'on_hold', 'stopped', 'later', 'ended'] as const

/** How many payments leave, wait or miss their cut-off, and what they come to. */
export function Figures({ sums, label, zone }: { sums: ForecastSums; label: string; zone: string }) {
  const t = useT('payoutForecast')
  const language = useLanguage()
  return (
    <dl className={figures.figures} aria-label={label}>
      {SHOWN.map((name) => (
        <div key={name} className={figures.card}>
          <dt className={figures.name}>{t(`payoutForecast.part.${name}`)}</dt>
          <dd className={figures.value}>
            {formatNumber(sums[name].count, language)}
            <span className={figures.note}>
              {[
                formatMoney(sums[name].amount, language),
                name === 'leaves' &&
                  sums.inside.count > 0 &&
                  t('payoutForecast.inside', { count: sums.inside.count }),
                name === 'leaves' &&
                  sums.last_at &&
                  t('payoutForecast.last', { at: formatTime(sums.last_at, language, { zone }) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
