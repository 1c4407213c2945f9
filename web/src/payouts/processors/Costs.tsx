import { useLanguage, useT } from '../../app/i18n'
import { DateTime } from '../../kit/DateTime'
import { formatDay, formatExactPercent, formatMoney, formatNumber } from '../../kit/format'
import { Facts } from '../../kit/record/Facts'
import { MiniTable } from '../../kit/record/MiniTable'
import { Card } from '../../ui/Card'
import type { PayingProcessor } from './processors'

/** What a processor charges by each method, the newest version first. */
export function Tariffs({ tariffs }: Pick<PayingProcessor, 'tariffs'>) {
  const t = useT('payoutFiles')
  const language = useLanguage()
  const title = t('payoutFiles.processors.tariffs.title')
  return (
    <Card title={title} flush={tariffs.length > 0}>
      {tariffs.length === 0 ? (
        <p>{t('payoutFiles.processors.tariffs.none')}</p>
      ) : (
        <MiniTable
          label={title}
          columns={[
            { key: 'method', title: t('payoutFiles.processors.tariffs.method') },
            { key: 'fixed', title: t('payoutFiles.processors.tariffs.fixed'), end: true },
            { key: 'percent', title: t('payoutFiles.processors.tariffs.percent'), end: true },
            { key: 'from', title: t('payoutFiles.processors.tariffs.from') },
            { key: 'by', title: t('payoutFiles.processors.tariffs.by') },
          ]}
          rows={tariffs.map(({ method, version, fixed, percent, valid_from, in_force, actor }) => ({
            key: `${method} ${version}`,
            cells: [
              t(`payoutFiles.method.${method}`),
              formatMoney(fixed, language),
              formatExactPercent(percent, language),
              [formatDay(valid_from, language), in_force && t('payoutFiles.processors.tariffs.now')]
                .filter(Boolean)
                .join(' · '),
              actor,
            ],
          }))}
        />
      )}
    </Card>
  )
}

/** What it takes at most, what of it the day has taken, what its account holds, and what it costs. */
function termFacts(processor: PayingProcessor, t: ReturnType<typeof useT>, language: 'pt' | 'en') {
  const { payment_most, day_most, day_count_most, today_orders, today_amount, float_amount, float_at } =
    processor
  const account = processor.statement_accounts.find(({ id }) => id === processor.statement_account_id)
  const name = (key: string) => t(`payoutFiles.processors.${key}` as 'payoutFiles.processors.today')
  return [
    { label: name('payment_most'), value: payment_most ? formatMoney(payment_most, language) : '—' },
    { label: name('day_most'), value: day_most ? formatMoney(day_most, language) : '—' },
    { label: name('day_count_most'), value: day_count_most ? formatNumber(day_count_most, language) : '—' },
    ...(today_orders !== null && today_amount !== null
      ? [
          {
            label: name('today'),
            value: t('payoutFiles.processors.today_of', {
              orders: formatNumber(today_orders, language),
              amount: formatMoney(today_amount, language),
            }),
          },
        ]
      : []),
    {
      label: name('float_amount'),
      value: float_amount ? formatMoney(float_amount, language) : name('float_unknown'),
    },
    ...(float_at ? [{ label: name('float_at'), value: <DateTime at={float_at} /> }] : []),
    { label: name('cost_30_days'), value: formatMoney(processor.cost_30_days, language) },
    { label: name('merchants_30_days'), value: formatNumber(processor.merchants, language) },
    {
      label: name('told_by'),
      value: account
        ? t('payoutFiles.processors.told_by_statement', { account: account.name })
        : name('told_by_tariff'),
    },
  ]
}

/** The terms of a processor beside its account. */
export function TermsCard({ processor }: { processor: PayingProcessor }) {
  const t = useT('processors', 'payoutFiles')
  const language = useLanguage()
  return (
    <Card title={t('processors.card_title.follows')}>
      <Facts
        facts={[
          { label: t('payoutFiles.processors.open_orders'), value: processor.open_orders },
          {
            label: t('payoutFiles.processors.open_amount'),
            value: formatMoney(processor.open_amount, language),
          },
          ...termFacts(processor, t, language),
        ]}
      />
    </Card>
  )
}
