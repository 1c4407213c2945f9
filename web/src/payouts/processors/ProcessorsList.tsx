import { FileText, Layers, Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { EmptyState } from '../../ui/EmptyState'
import { PAYING } from './list'
import { ProcessorTabs } from './ProcessorTabs'
import { MAY_PAYING, SEE_PAYING } from './processors'

const create = lazyDialog(() => import('./NewProcessor'))
const createLots = lazyDialog(() => import('./NewLotProcessor'))
const createFile = lazyDialog(() => import('./NewFileProcessor'))

/** The processors that pay, and how each does. */
export function ProcessorsList() {
  const t = useT('common', 'kit', 'processors', 'payoutFiles', 'payoutRoutes')
  if (!may(SEE_PAYING)) {
    return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
  }
  const icon = { size: 18, strokeWidth: 1.75 }
  return (
    <ResourceList
      list={PAYING}
      title={t('payoutFiles.processors.title')}
      tabs={<ProcessorTabs />}
      actions={
        <>
          <CommandButton
            dialog={createFile}
            given={{}}
            permissions={MAY_PAYING}
            anyMerchant
            variant="secondary"
            icon={<FileText {...icon} />}
          >
            {t('payoutFiles.processors.createFile.open')}
          </CommandButton>
          <CommandButton
            dialog={createLots}
            given={{}}
            permissions={MAY_PAYING}
            anyMerchant
            variant="secondary"
            icon={<Layers {...icon} />}
          >
            {t('payoutFiles.processors.createLots.open')}
          </CommandButton>
          <CommandButton
            dialog={create}
            given={{}}
            permissions={MAY_PAYING}
            anyMerchant
            icon={<Plus {...icon} />}
          >
            {t('payoutFiles.processors.create.open')}
          </CommandButton>
        </>
      }
    />
  )
}
