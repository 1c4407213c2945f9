import { lazy, Suspense } from 'react'
import type { Translate } from '../../../app/i18n'
import { Spinner } from '../../../ui/Spinner'
import type { TabItem } from '../../../ui/Tabs'

const PayeeGraph = lazy(() => import('./PayeeGraph'))

/** The side of a payee that shows what they have in common with others; it is asked for when it is opened. */
export const graphTab = (t: Translate, id: string): TabItem => ({
  key: 'graph',
  label: t('payees.graph.tab'),
  content: (
    <Suspense fallback={<Spinner label={t('common.loading')} />}>
      <PayeeGraph id={id} />
    </Suspense>
  ),
})
