import { Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { MAY_CHARGE } from '../charge'
import { PayinTabs } from '../PayinTabs'
import { CODES, CODES_OF_ALL } from './list'

const newCode = lazyDialog(() => import('./NewCode'))

/** Codes that any number of payers may pay, and what they brought in. */
export function CodesList() {
  const t = useT('kit', 'payin')
  const all = useStore(settings, ({ account }) => account?.id === 'all')
  return (
    <ResourceList
      list={all ? CODES_OF_ALL : CODES}
      title={t('payin.codes.title')}
      actions={
        <CommandButton
          dialog={newCode}
          given={{}}
          permissions={MAY_CHARGE}
          icon={<Plus size={18} strokeWidth={1.75} />}
        >
          {t('payin.codes.new.open')}
        </CommandButton>
      }
      tabs={<PayinTabs />}
    />
  )
}
