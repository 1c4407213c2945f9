import { Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { RecipientTabs } from './RecipientTabs'
import { MAY_WRITE } from './recipient'
import { RULES } from './ruleList'

const save = lazyDialog(() => import('./commands/SaveRule'))

/** Splits that are used again and again. */
export function SplitsList() {
  const t = useT('kit', 'recipients')
  return (
    <ResourceList
      list={RULES}
      title={t('recipients.title')}
      actions={
        <CommandButton
          dialog={save}
          given={{}}
          permissions={MAY_WRITE}
          icon={<Plus size={18} strokeWidth={1.75} />}
        >
          {t('recipients.splits.save.open')}
        </CommandButton>
      }
      tabs={<RecipientTabs />}
    />
  )
}
