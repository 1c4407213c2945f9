import { Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { REQUESTS } from './list'
import { MAY_FILE } from './request'

const register = lazyDialog(() => import('./commands/Register'))

/** What the Central Bank asks for, and when it is due. */
export function RequestsList() {
  const t = useT('kit', 'filings')
  return (
    <ResourceList
      list={REQUESTS}
      title={t('filings.title')}
      caption={t('filings.caption')}
      actions={
        <CommandButton
          dialog={register}
          given={{}}
          permissions={MAY_FILE}
          anyMerchant
          icon={<Plus size={18} strokeWidth={1.75} />}
        >
          {t('filings.register.open')}
        </CommandButton>
      }
    />
  )
}
