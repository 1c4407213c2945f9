import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { ResourceList } from '../../kit/list/ResourceList'
import { EmptyState } from '../../ui/EmptyState'
import { MATRIX } from './list'
import { MAY_READ } from './rule'

/** What each rule is for each merchant. */
export function MatrixList() {
  const t = useT('common', 'kit', 'merchantRules')
  if (!may(MAY_READ)) {
    return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
  }
  return <ResourceList list={MATRIX} title={t('merchantRules.title')} caption={t('merchantRules.caption')} />
}
