import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { NavTabs } from '../../ui/NavTabs'
import { LIST_PATH, MESSAGES_PATH, ORDERS_PATH, REFUSALS_PATH, UPLOADS_PATH } from './block'

const MAY_SEE_ORDERS = ['compliance::judicialOrders:read']

/** The sides of the block list. */
export function BlockTabs() {
  const t = useT('blockList')
  return (
    <NavTabs
      label={t('blockList.title')}
      tabs={[
        { to: LIST_PATH, label: t('blockList.tab.entries') },
        { to: REFUSALS_PATH, label: t('blockList.tab.refusals') },
        { to: UPLOADS_PATH, label: t('blockList.tab.uploads') },
        ...(may(MAY_SEE_ORDERS)
          ? [
              { to: ORDERS_PATH, label: t('blockList.tab.orders') },
              { to: MESSAGES_PATH, label: t('blockList.tab.messages') },
            ]
          : []),
      ]}
    />
  )
}
