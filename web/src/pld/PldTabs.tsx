import { useT } from '../app/i18n'
import { may } from '../app/permissions'
import { EmptyState } from '../ui/EmptyState'
import { NavTabs } from '../ui/NavTabs'
import {
  ALERTS_PATH,
  BACKTESTS_PATH,
  BLIND_SPOTS_PATH,
  CASES_PATH,
  CLOCKS_PATH,
  COAF_PATH,
  COVERAGE_PATH,
  FEATURES_PATH,
  FILES_PATH,
  REASONS_PATH,
  RULES_PATH,
  SEE_ALERTS,
  SEE_CASES,
  SEE_COAF,
} from './pld'

/** What belongs to the rules. */
export function RulesTabs() {
  const t = useT('pld')
  return (
    <NavTabs
      label={t('pld.tab.rules_name')}
      tabs={[
        { to: RULES_PATH, label: t('pld.tab.rules') },
        { to: FEATURES_PATH, label: t('pld.tab.features') },
        { to: BACKTESTS_PATH, label: t('pld.tab.backtests') },
        { to: COVERAGE_PATH, label: t('pld.tab.coverage') },
        { to: BLIND_SPOTS_PATH, label: t('pld.tab.blind_spots') },
      ]}
    />
  )
}

/** What comes of the rules. */
export function AlertsTabs() {
  const t = useT('pld')
  return (
    <NavTabs
      label={t('pld.tab.alerts_name')}
      tabs={[
        ...(may(SEE_ALERTS) ? [{ to: ALERTS_PATH, label: t('pld.tab.alerts') }] : []),
        ...(may(SEE_CASES) ? [{ to: CASES_PATH, label: t('pld.tab.cases') }] : []),
        ...(may(SEE_COAF) ? [{ to: COAF_PATH, label: t('pld.tab.coaf'), alsoAt: FILES_PATH }] : []),
        ...(may(SEE_ALERTS)
          ? [
              { to: CLOCKS_PATH, label: t('pld.tab.clocks') },
              { to: REASONS_PATH, label: t('pld.tab.reasons') },
            ]
          : []),
      ]}
    />
  )
}

export function NoAccess() {
  const t = useT('common')
  return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
}
