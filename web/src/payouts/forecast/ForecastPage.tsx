import { useState } from 'react'
import { useLanguage, useT } from '../../app/i18n'
import { formatTime } from '../../kit/format'
import { PageHeader } from '../../kit/PageHeader'
import { Loaded } from '../../kit/record/Loaded'
import { Field } from '../../ui/Field'
import { Select } from '../../ui/Select'
import { useAdministrationTabs } from '../administration/AdministrationTabs'
import { Action } from './Action'
import { Figures } from './Figures'
import { AHEAD, type Ahead, useForecast } from './forecast'
import styles from './forecast.module.css'
import { Hours, Moving, Processors } from './Parts'
import { WhatIf } from './WhatIf'

/** What becomes of open payments until the day is over or for some days more, and what would change that. */
export function ForecastPage() {
  const t = useT('kit', 'payoutAdmin', 'payoutForecast')
  const language = useLanguage()
  const [days, setDays] = useState<Ahead>(0)
  const found = useForecast({ days })
  const tabs = useAdministrationTabs()
  const at = (moment: string, zone: string) => formatTime(moment, language, { zone })
  return (
    <>
      <PageHeader
        title={t('payoutAdmin.title')}
        tabs={tabs}
        actions={
          <Field label={t('payoutForecast.ahead')} hideLabel>
            {(control) => (
              <Select
                id={control.id}
                options={AHEAD.map((value) => ({
                  value: String(value),
                  label: t(`payoutForecast.ahead_${value}`),
                }))}
                value={String(days)}
                onChange={(value) => setDays(Number(value) as Ahead)}
              />
            )}
          </Field>
        }
        subtitle={
          found.data &&
          t('payoutForecast.between', {
            since: at(found.data.as_of, found.data.time_zone),
            until: at(found.data.until, found.data.time_zone),
          })
        }
      />
      <Loaded query={found} lines={12} level={2}>
        {(data) => (
          <div className={styles.page}>
            <Action
              action={data.action}
              late={data.sums.late.count}
              whole={!data.partial && data.sums.ended.count === 0}
              zone={data.time_zone}
            />
            <Figures sums={data.sums} label={t('payoutForecast.title')} zone={data.time_zone} />
            {data.partial && <p className={styles.note}>{t('payoutForecast.partial')}</p>}
            <div className={styles.pair}>
              <Hours hours={data.hours} zone={data.time_zone} />
              {data.processors.length > 0 && <Processors processors={data.processors} />}
            </div>
            <Moving
              payments={data.late}
              title={t('payoutForecast.late_ones')}
              none={t(
                data.sums.late.count > 0 ? 'payoutForecast.late_in_batches' : 'payoutForecast.none_late',
              )}
              total={data.sums.late.count}
              zone={data.time_zone}
            />
            <WhatIf processors={data.processors} zone={data.time_zone} days={days} />
          </div>
        )}
      </Loaded>
    </>
  )
}
