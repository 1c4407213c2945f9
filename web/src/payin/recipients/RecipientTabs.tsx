import { useT } from '../../app/i18n'
import { NavTabs } from '../../ui/NavTabs'
import { RECIPIENTS_PATH, SPLITS_PATH } from './recipient'

/** Who gets parts, and the parts that are saved. */
export function RecipientTabs() {
  const t = useT('recipients')
  return (
    <NavTabs
      label={t('recipients.tab.name')}
      tabs={[
        { to: RECIPIENTS_PATH, label: t('recipients.tab.recipients') },
        { to: SPLITS_PATH, label: t('recipients.tab.splits') },
      ]}
    />
  )
}
