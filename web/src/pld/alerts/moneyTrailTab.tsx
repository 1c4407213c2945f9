import { lazy, Suspense } from 'react'
import type { Translate } from '../../app/i18n'
import { Spinner } from '../../ui/Spinner'
import type { TabItem } from '../../ui/Tabs'

const MoneyTrail = lazy(() => import('./MoneyTrail'))

/** The side of an alert or a case that follows its subject's money; it is asked for when it is opened. */
export const moneyTrailTab = (t: Translate, of: 'alerts' | 'cases', id: string): TabItem => ({
  key: 'money',
  label: t('pld.money.title'),
  content: (
    <Suspense fallback={<Spinner label={t('common.loading')} />}>
      <MoneyTrail of={of} id={id} />
    </Suspense>
  ),
})
