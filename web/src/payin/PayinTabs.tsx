import { useT } from '../app/i18n'
import { NavTabs } from '../ui/NavTabs'
import { BATCHES_PATH, CODES_PATH, LIST_PATH, LOCATIONS_PATH, MED_PATH, REVIEWS_PATH } from './charge'
import { CLAIMS_PATH } from './claims/claim'

/** The ways in which a merchant asks for money. */
export function PayinTabs() {
  const t = useT('payin')
  return (
    <NavTabs
      label={t('payin.tab.name')}
      tabs={[
        { to: LIST_PATH, label: t('payin.tab.charges'), alsoAt: REVIEWS_PATH },
        { to: CODES_PATH, label: t('payin.tab.codes') },
        { to: BATCHES_PATH, label: t('payin.tab.batches') },
        { to: LOCATIONS_PATH, label: t('payin.tab.locations') },
        { to: MED_PATH, label: t('payin.tab.med'), alsoAt: CLAIMS_PATH },
      ]}
    />
  )
}
