import { useLanguage, useT } from '../../app/i18n'
import { formatTime } from '../../kit/format'
import { Loaded } from '../../kit/record/Loaded'
import { Banner } from '../../ui/Banner'
import { Figures } from './Figures'
import { useForecast, wordOf } from './forecast'
import styles from './forecast.module.css'
import { Hours, Moving } from './Parts'

/** When the lines of a batch leave: what is left of one that runs, or of one that was planned, as if it were submitted now. */
export function BatchForecast({ batch, planned }: { batch: string; planned: boolean }) {
  const t = useT('payoutForecast')
  const language = useLanguage()
  const found = useForecast({ batch })
  return (
    <Loaded query={found} lines={8} level={2}>
      {({ sums, hours, late, refused, until, time_zone }) => (
        <div className={styles.page}>
          {refused && <Banner tone="atention">{wordOf(t, 'refused', refused)}</Banner>}
          <p className={styles.note}>
            {t(planned ? 'payoutForecast.batch.planned' : 'payoutForecast.batch.running', {
              until: formatTime(until, language, { zone: time_zone }),
            })}
          </p>
          <Figures sums={sums} label={t('payoutForecast.title')} zone={time_zone} />
          <Hours hours={hours} zone={time_zone} />
          {late.length > 0 && (
            <Moving
              payments={late}
              title={t('payoutForecast.late_ones')}
              none=""
              total={sums.late.count}
              zone={time_zone}
            />
          )}
        </div>
      )}
    </Loaded>
  )
}
