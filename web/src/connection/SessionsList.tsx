import { useT } from '../app/i18n'
import { may } from '../app/permissions'
import { ResourceList } from '../kit/list/ResourceList'
import { EmptyState } from '../ui/EmptyState'
import { SESSIONS } from './list'
import { MAY_READ } from './session'

/** Who was signed in, from where and for how long. */
export function SessionsList() {
  const t = useT('common', 'kit', 'connection')
  if (!may(MAY_READ)) {
    return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
  }
  return <ResourceList list={SESSIONS} title={t('connection.title')} />
}
