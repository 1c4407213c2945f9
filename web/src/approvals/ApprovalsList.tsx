import { useMemo } from 'react'
import { useT } from '../app/i18n'
import { authentication } from '../app/state'
import { useStore } from '../app/store'
import { ResourceList } from '../kit/list/ResourceList'
import { approvals } from './list'
import { Sides } from './Sides'

/** The inbox of the second pair of eyes. */
export function ApprovalsList() {
  const t = useT('kit', 'approvals')
  const staff = useStore(authentication, ({ internal_user }) => internal_user)
  const list = useMemo(() => approvals(staff), [staff])
  return (
    <ResourceList
      list={list}
      title={t('approvals.title')}
      caption={t('approvals.caption')}
      tabs={<Sides />}
    />
  )
}
