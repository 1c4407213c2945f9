import { Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { authentication, settings } from '../../app/state'
import { useStore } from '../../app/store'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { EmptyState } from '../../ui/EmptyState'
import { PAYEES, PAYEES_OF_ALL, PAYEES_OF_STAFF } from './list'
import { PayeeTabs } from './PayeeTabs'
import { MAY_READ, MAY_WRITE } from './payee'

const add = lazyDialog(() => import('./commands/AddPayee'))

/** The payee book: who is paid, and whether the directory names the same person. */
export function PayeesList() {
  const t = useT('common', 'kit', 'payees')
  const all = useStore(settings, ({ account }) => account?.id === 'all')
  const staff = useStore(authentication, ({ internal_user }) => internal_user)
  if (!may(MAY_READ)) {
    return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
  }
  return (
    <ResourceList
      list={all ? PAYEES_OF_ALL : staff ? PAYEES_OF_STAFF : PAYEES}
      title={t('payees.title')}
      caption={t('payees.caption')}
      actions={
        <CommandButton
          dialog={add}
          given={{}}
          permissions={MAY_WRITE}
          icon={<Plus size={18} strokeWidth={1.75} />}
        >
          {t('payees.add.open')}
        </CommandButton>
      }
      tabs={<PayeeTabs />}
    />
  )
}
