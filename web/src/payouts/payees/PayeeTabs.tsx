import { useT } from '../../app/i18n'
import { authentication } from '../../app/state'
import { useStore } from '../../app/store'
import { NavTabs } from '../../ui/NavTabs'
import { PAYEES_PATH, SUSPECTS_PATH } from './payee'

/** The book; beside it, for staff, what nobody may pay to. */
export function PayeeTabs() {
  const t = useT('payees')
  const staff = useStore(authentication, ({ internal_user }) => internal_user)
  if (!staff) return null
  return (
    <NavTabs
      label={t('payees.tab.name')}
      tabs={[
        { to: PAYEES_PATH, label: t('payees.tab.payees') },
        { to: SUSPECTS_PATH, label: t('payees.tab.suspects') },
      ]}
    />
  )
}
