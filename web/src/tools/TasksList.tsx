import { useT } from '../app/i18n'
import { may } from '../app/permissions'
import { ResourceList } from '../kit/list/ResourceList'
import { EmptyState } from '../ui/EmptyState'
import { ArchivedMonths } from './ArchivedMonths'
import { TASKS } from './list'
import { SEE_TASKS } from './tasks'
import { WorkersCard } from './WorkersCard'

/** What runs by the clock, and who runs it. */
export function TasksList() {
  const t = useT('common', 'kit', 'tools')
  if (!may(SEE_TASKS)) {
    return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
  }
  return (
    <>
      <ResourceList list={TASKS} title={t('tools.title')} />
      <WorkersCard />
      <ArchivedMonths />
    </>
  )
}
