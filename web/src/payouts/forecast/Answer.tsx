import { type Language, type Translate, useLanguage, useT } from '../../app/i18n'
import { formatMoney, formatNumber } from '../../kit/format'
import { MiniTable } from '../../kit/record/MiniTable'
import { Action } from './Action'
import type { ForecastSums, WhatIfAnswer } from './forecast'
import styles from './forecast.module.css'
import { Moving } from './Parts'

const COMPARED = ['leaves', 'late', 'queued', 'waiting', 'on_hold', 'stopped'] as const

/** What would come of what is supposed, in one line. */
export function answerLine(t: Translate, language: Language, said: WhatIfAnswer): string {
  const { delayed, sooner, longest_seconds: longest, refused_batches: refused, cost_difference: cost } = said
  const lines = [
    delayed.count > 0
      ? t('payoutForecast.answer.delayed', {
          count: delayed.count,
          amount: formatMoney(delayed.amount, language),
        })
      : t('payoutForecast.answer.none_delayed'),
    longest > 0 && t('payoutForecast.answer.longest', { count: Math.ceil(longest / 60) }),
    sooner.count > 0 &&
      t('payoutForecast.answer.sooner', {
        count: sooner.count,
        amount: formatMoney(sooner.amount, language),
      }),
    refused > 0 && t('payoutForecast.answer.refused', { count: refused }),
    cost &&
      cost.amount !== 0 &&
      t(cost.amount > 0 ? 'payoutForecast.answer.cost_more' : 'payoutForecast.answer.cost_less', {
        cost: formatMoney({ ...cost, amount: Math.abs(cost.amount) }, language),
      }),
  ].filter(Boolean)
  return lines.join(' ')
}

/** The same by its parts, beside what comes without it. */
export function Answer({ said, zone }: { said: WhatIfAnswer; zone: string }) {
  const t = useT('payoutForecast')
  const language = useLanguage()
  const { delayed, sooner } = said
  const part = (sums: ForecastSums, name: (typeof COMPARED)[number]) =>
    `${formatNumber(sums[name].count, language)} · ${formatMoney(sums[name].amount, language)}`
  return (
    <div className={styles.answer}>
      <MiniTable
        label={t('payoutForecast.answer.title')}
        columns={[
          { key: 'part', title: t('payoutForecast.answer.part') },
          { key: 'base', title: t('payoutForecast.answer.base'), end: true },
          { key: 'then', title: t('payoutForecast.answer.then'), end: true },
        ]}
        rows={COMPARED.map((name) => ({
          key: name,
          cells: [t(`payoutForecast.part.${name}`), part(said.base, name), part(said.sums, name)],
        }))}
      />
      {said.sums.late.count > 0 && <Action action={said.action} late={said.sums.late.count} zone={zone} />}
      {said.payments.length > 0 && (
        <Moving
          payments={said.payments}
          title={t('payoutForecast.answer.moved')}
          none=""
          total={delayed.count + sooner.count}
          zone={zone}
          compared
        />
      )}
    </div>
  )
}
