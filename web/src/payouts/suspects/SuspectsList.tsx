import { Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { authentication } from '../../app/state'
import { useStore } from '../../app/store'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { EmptyState } from '../../ui/EmptyState'
import { PayeeTabs } from '../payees/PayeeTabs'
import { SUSPECTS } from './list'
import { MAY_WRITE } from './suspect'

const add = lazyDialog(() => import('./commands/AddSuspect'))

/** What nobody may pay to; staff alone see it. */
export function SuspectsList() {
  const t = useT('common', 'kit', 'payees', 'suspects')
  const staff = useStore(authentication, ({ internal_user }) => internal_user)
  if (!staff) {
    return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
  }
  return (
    <ResourceList
      list={SUSPECTS}
      title={t('suspects.title')}
      caption={t('suspects.caption')}
      actions={
        <CommandButton
          dialog={add}
          given={{}}
          permissions={MAY_WRITE}
          anyMerchant
          icon={<Plus size={18} strokeWidth={1.75} />}
        >
          {t('suspects.add.open')}
        </CommandButton>
      }
      tabs={<PayeeTabs />}
    />
  )
}
