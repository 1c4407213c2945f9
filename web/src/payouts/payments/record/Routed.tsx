import { useLanguage, useT } from '../../../app/i18n'
import { formatAmount } from '../../../kit/format'
import { Card } from '../../../ui/Card'
import type { PaymentRecord } from '../payment'

/** Why each order went to its processor, and what it cost; staff alone are told. */
export function Routed({ routes }: Pick<PaymentRecord, 'routes'>) {
  const t = useT('payoutRoutes')
  const language = useLanguage()
  return (
    <Card title={t('payoutRoutes.why.title')}>
      {routes.map(({ attempt, processor, route, cost }) => (
        <div key={attempt}>
          <p>
            <strong>{t('payoutRoutes.why.attempt', { attempt, processor })}</strong>
          </p>
          {route && <p>{t(`payoutRoutes.why.reason.${route.reason}`)}</p>}
          {route?.number && (
            <p>
              {route.group
                ? t('payoutRoutes.why.by', { number: route.number, group: route.group })
                : t('payoutRoutes.why.by_order', { number: route.number })}
            </p>
          )}
          {route?.passed && route.passed.length > 0 && (
            <p>
              {t('payoutRoutes.why.passed', {
                list: route.passed
                  .map(({ name, why }) => `${name} (${t(`payoutRoutes.why.not.${why}`)})`)
                  .join(', '),
              })}
            </p>
          )}
          {cost && <p>{t('payoutRoutes.why.cost', { amount: formatAmount(cost, language) })}</p>}
        </div>
      ))}
    </Card>
  )
}
