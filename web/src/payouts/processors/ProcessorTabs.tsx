import { useT } from '../../app/i18n'
import { NavTabs } from '../../ui/NavTabs'
import { ROUTES_PATH } from '../routing/routing'
import { PAYING_PATH } from './processors'

/** The processors that pay, and the routes that say which of them gets which order. */
export function ProcessorTabs() {
  const t = useT('payoutRoutes', 'payoutFiles')
  return (
    <NavTabs
      label={t('payoutFiles.processors.title')}
      tabs={[
        { to: PAYING_PATH, label: t('payoutFiles.processors.title') },
        { to: ROUTES_PATH, label: t('payoutRoutes.tab') },
      ]}
    />
  )
}
