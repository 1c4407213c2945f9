import { useT } from '../app/i18n'
import { ResourceList } from '../kit/list/ResourceList'
import { REVIEWS } from './reviewList'

/** Every Pix that came in and fits no charge, until somebody decides. */
export function ReviewsList() {
  const t = useT('kit', 'payin')
  return <ResourceList list={REVIEWS} title={t('payin.reviews.title')} />
}
