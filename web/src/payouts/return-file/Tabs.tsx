import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { NavTabs } from '../../ui/NavTabs'
import { SEE_PAYING } from '../processors/processors'
import { LOTS_PATH, REMITTANCES_PATH, SIDES } from './file'

/** What goes to banks in files and lots, and what comes back. Who may not see processors sees no lots. */
export function FileTabs() {
  const t = useT('payoutFiles')
  return (
    <NavTabs
      label={t('payoutFiles.tab.name')}
      tabs={[
        { to: SIDES.live, label: t('payoutFiles.tab.returns') },
        { to: REMITTANCES_PATH, label: t('payoutFiles.tab.remittances') },
        ...(may(SEE_PAYING) ? [{ to: LOTS_PATH, label: t('payoutFiles.lots.title') }] : []),
      ]}
    />
  )
}
