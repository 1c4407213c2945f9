import { FileUp, Plus, SearchCheck } from 'lucide-react'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { EmptyState } from '../../ui/EmptyState'
import { BlockFigures } from './BlockFigures'
import { BlockTabs } from './BlockTabs'
import { MAY_READ, MAY_WRITE } from './block'
import { ENTRIES, REFUSALS, UPLOADS } from './list'

const add = lazyDialog(() => import('./commands/AddEntry'))
const upload = lazyDialog(() => import('./commands/AddUpload'))
const tryValue = lazyDialog(() => import('./commands/TryValue'))

function NoAccess() {
  const t = useT('common')
  return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
}

/** What no money goes to or comes from. */
export function EntriesList() {
  const t = useT('common', 'kit', 'blockList')
  if (!may(MAY_READ)) return <NoAccess />
  return (
    <ResourceList
      list={ENTRIES}
      title={t('blockList.title')}
      caption={t('blockList.caption')}
      tabs={<BlockTabs />}
      Summary={BlockFigures}
      actions={
        <>
          <CommandButton
            dialog={tryValue}
            given={{}}
            permissions={MAY_READ}
            anyMerchant
            variant="secondary"
            icon={<SearchCheck size={18} strokeWidth={1.75} />}
          >
            {t('blockList.try.open')}
          </CommandButton>
          <CommandButton
            dialog={add}
            given={{}}
            permissions={MAY_WRITE}
            anyMerchant
            icon={<Plus size={18} strokeWidth={1.75} />}
          >
            {t('blockList.add.open')}
          </CommandButton>
        </>
      }
    />
  )
}

/** What entries refused or held. */
export function RefusalsList() {
  const t = useT('common', 'kit', 'blockList')
  if (!may(MAY_READ)) return <NoAccess />
  return (
    <ResourceList
      list={REFUSALS}
      title={t('blockList.title')}
      caption={t('blockList.refusals.caption')}
      tabs={<BlockTabs />}
    />
  )
}

/** Files of values. */
export function UploadsList() {
  const t = useT('common', 'kit', 'blockList')
  if (!may(MAY_READ)) return <NoAccess />
  return (
    <ResourceList
      list={UPLOADS}
      title={t('blockList.title')}
      caption={t('blockList.uploads.caption')}
      tabs={<BlockTabs />}
      actions={
        <CommandButton
          dialog={upload}
          given={{}}
          permissions={MAY_WRITE}
          anyMerchant
          icon={<FileUp size={18} strokeWidth={1.75} />}
        >
          {t('blockList.uploads.open')}
        </CommandButton>
      }
    />
  )
}
