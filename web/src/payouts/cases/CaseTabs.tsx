import type { ReactNode } from 'react'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { authentication } from '../../app/state'
import { useStore } from '../../app/store'
import { NavTabs } from '../../ui/NavTabs'
import { ADMINISTRATION_PATH, CASES_PATH, MAY_DECIDE } from './case'

/** Payouts at a glance and what the bank did and no payment explains: tabs for staff, none for a merchant. */
export function useCaseTabs(): ReactNode {
  const t = useT('payoutCases')
  const staff = useStore(authentication, ({ internal_user }) => internal_user)
  if (!staff || !may(MAY_DECIDE)) return null
  return (
    <NavTabs
      label={t('payoutCases.tab.name')}
      tabs={[
        { to: ADMINISTRATION_PATH, label: t('payoutCases.tab.overview') },
        { to: CASES_PATH, label: t('payoutCases.tab.cases') },
      ]}
    />
  )
}
