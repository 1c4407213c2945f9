import { useT } from '../app/i18n'
import { settings } from '../app/state'
import { useStore } from '../app/store'
import { ResourceList } from '../kit/list/ResourceList'
import { PayinTabs } from './PayinTabs'
import { REVIEWS, REVIEWS_OF_ALL } from './reviewList'

/** Every Pix that came in and fits no charge, until somebody decides. */
export function ReviewsList() {
  const t = useT('kit', 'payin')
  const all = useStore(settings, ({ account }) => account?.id === 'all')
  return (
    <ResourceList
      list={all ? REVIEWS_OF_ALL : REVIEWS}
      title={t('payin.reviews.title')}
      tabs={<PayinTabs />}
    />
  )
}
