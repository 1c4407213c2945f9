import { lazy, Suspense } from 'react'
import type { Translate } from '../../app/i18n'
import { Spinner } from '../../ui/Spinner'
import type { TabItem } from '../../ui/Tabs'
import type { TrailKind } from './trailKind'

const Trail = lazy(() => import('./Trail'))

/** The side of a record that shows what happened to it; what is shown there comes when it is opened. */
export const trailTab = (t: Translate, kind: TrailKind, id: string): TabItem => ({
  key: 'trail',
  label: t('kit.record.trail'),
  content: (
    <Suspense fallback={<Spinner label={t('common.loading')} />}>
      <Trail kind={kind} id={id} />
    </Suspense>
  ),
})
