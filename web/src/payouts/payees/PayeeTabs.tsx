import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { authentication } from '../../app/state'
import { useStore } from '../../app/store'
import { NavTabs } from '../../ui/NavTabs'
import { IMPORTS_PATH, MAY_WRITE, PAYEES_PATH, SUSPECTS_PATH } from './payee'

/** The book and the tables it came from; beside them, for staff, what nobody may pay to. */
export function PayeeTabs() {
  const t = useT('payees')
  const staff = useStore(authentication, ({ internal_user }) => internal_user)
  return (
    <NavTabs
      label={t('payees.tab.name')}
      tabs={[
        { to: PAYEES_PATH, label: t('payees.tab.payees') },
        ...(may(MAY_WRITE) ? [{ to: IMPORTS_PATH, label: t('payees.imports.tab') }] : []),
        ...(staff ? [{ to: SUSPECTS_PATH, label: t('payees.tab.suspects') }] : []),
      ]}
    />
  )
}
