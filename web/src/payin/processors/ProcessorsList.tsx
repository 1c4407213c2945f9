import { Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { EmptyState } from '../../ui/EmptyState'
import { PROCESSORS } from './list'
import { MAY_PROCESSORS, SEE_PROCESSORS } from './processors'

const add = lazyDialog(() => import('./commands/NewProcessor'))

/** The connections to payment providers, and how each answers. */
export function ProcessorsList() {
  const t = useT('common', 'kit', 'processors')
  if (!may(SEE_PROCESSORS)) {
    return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
  }
  return (
    <ResourceList
      list={PROCESSORS}
      title={t('processors.title')}
      actions={
        <CommandButton
          dialog={add}
          given={{}}
          permissions={MAY_PROCESSORS}
          anyMerchant
          icon={<Plus size={18} strokeWidth={1.75} />}
        >
          {t('processors.create.open')}
        </CommandButton>
      }
    />
  )
}
