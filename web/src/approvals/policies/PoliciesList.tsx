import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { authentication } from '../../app/state'
import { useStore } from '../../app/store'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { EmptyState } from '../../ui/EmptyState'
import { MAY_POLICIES, SEE_POLICIES } from '../approvals'
import { Sides } from '../Sides'
import { SmallestGroup } from '../simulation/SmallestGroup'
import { policies } from './list'

const edit = lazyDialog(() => import('./EditPolicy'))

/** Which Commands need a second person, and whom. */
export function PoliciesList() {
  const t = useT('common', 'kit', 'approvals')
  const staff = useStore(authentication, ({ internal_user }) => internal_user)
  const list = useMemo(() => policies(staff), [staff])
  if (!may(SEE_POLICIES)) {
    return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
  }
  return (
    <>
      <ResourceList
        list={list}
        title={t('approvals.title')}
        caption={t('approvals.sides.policies')}
        tabs={<Sides />}
        actions={
          <CommandButton
            dialog={edit}
            given={{}}
            permissions={MAY_POLICIES}
            anyMerchant
            icon={<Plus size={18} strokeWidth={1.75} />}
          >
            {t('approvals.policy.new')}
          </CommandButton>
        }
      />
      <SmallestGroup />
    </>
  )
}
