import { useT } from '../../app/i18n'
import { authentication } from '../../app/state'
import { useStore } from '../../app/store'
import { ResourceList } from '../../kit/list/ResourceList'
import { EmptyState } from '../../ui/EmptyState'
import { useAdministrationTabs } from '../administration/AdministrationTabs'
import { CASES } from './list'

/** What staff have to explain: money that the bank moved against its own word. */
export function CasesList() {
  const t = useT('common', 'kit', 'payoutAdmin', 'payoutCases')
  const staff = useStore(authentication, ({ internal_user }) => internal_user)
  const tabs = useAdministrationTabs()
  if (!staff) {
    return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
  }
  return (
    <ResourceList
      list={CASES}
      title={t('payoutCases.title')}
      caption={t('payoutCases.caption')}
      tabs={tabs}
    />
  )
}
