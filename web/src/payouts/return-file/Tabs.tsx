import { useT } from '../../app/i18n'
import { NavTabs } from '../../ui/NavTabs'
import { REMITTANCES_PATH, SIDES } from './file'

/** What goes to banks in files, and what comes back. */
export function FileTabs() {
  const t = useT('payoutFiles')
  return (
    <NavTabs
      label={t('payoutFiles.tab.name')}
      tabs={[
        { to: SIDES.live, label: t('payoutFiles.tab.returns') },
        { to: REMITTANCES_PATH, label: t('payoutFiles.tab.remittances') },
      ]}
    />
  )
}
