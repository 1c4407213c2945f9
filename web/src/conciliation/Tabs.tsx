import { useT } from '../app/i18n'
import { NavTabs } from '../ui/NavTabs'
import { ACCOUNTS_PATH, EXCEPTIONS_PATH, FILES_PATH, LINES_PATH, RULES_PATH } from './conciliation'

/** What belongs to bank statements, beside each other. */
export function StatementTabs() {
  const t = useT('conciliation')
  return (
    <NavTabs
      label={t('conciliation.tab.name')}
      tabs={[
        { to: LINES_PATH, label: t('conciliation.tab.lines') },
        { to: FILES_PATH, label: t('conciliation.tab.files') },
        { to: EXCEPTIONS_PATH, label: t('conciliation.tab.exceptions') },
        { to: RULES_PATH, label: t('conciliation.tab.rules') },
        { to: ACCOUNTS_PATH, label: t('conciliation.tab.accounts') },
      ]}
    />
  )
}
