import type { ReactNode } from 'react'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { authentication } from '../../app/state'
import { useStore } from '../../app/store'
import { NavTabs } from '../../ui/NavTabs'
import { ADMINISTRATION_PATH, CASES_PATH, MAY_DECIDE } from '../cases/case'
import { FORECAST_PATH } from '../forecast/forecast'

/** Payouts at a glance, when they leave and, for staff, what the bank did and no payment explains. */
export function useAdministrationTabs(): ReactNode {
  const t = useT('payoutCases')
  const staff = useStore(authentication, ({ internal_user }) => internal_user)
  const decides = staff && may(MAY_DECIDE)
  return (
    <NavTabs
      label={t('payoutCases.tab.name')}
      tabs={[
        { to: ADMINISTRATION_PATH, label: t('payoutCases.tab.overview') },
        { to: FORECAST_PATH, label: t('payoutCases.tab.forecast') },
        ...(decides ? [{ to: CASES_PATH, label: t('payoutCases.tab.cases') }] : []),
      ]}
    />
  )
}
