import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { ResourceList } from '../../kit/list/ResourceList'
import { buttonClass } from '../../ui/Button'
import { MAY_CHARGE } from '../charge'
import { PayinTabs } from '../PayinTabs'
import { NEW_BATCH_PATH } from './batch'
import { BATCHES, BATCHES_OF_ALL } from './list'

/** Tables of charges that were sent as a whole, and how far each is. */
export function BatchesList() {
  const t = useT('kit', 'payin')
  const all = useStore(settings, ({ account }) => account?.id === 'all')
  return (
    <ResourceList
      list={all ? BATCHES_OF_ALL : BATCHES}
      title={t('payin.batches.title')}
      actions={
        !all &&
        may(MAY_CHARGE) && (
          <Link to={NEW_BATCH_PATH} className={buttonClass()}>
            <Plus size={18} strokeWidth={1.75} aria-hidden />
            {t('payin.batches.new.open')}
          </Link>
        )
      }
      tabs={<PayinTabs />}
    />
  )
}
