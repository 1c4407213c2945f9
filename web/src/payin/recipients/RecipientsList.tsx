import { Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { RECIPIENTS, RECIPIENTS_OF_ALL } from './list'
import { RecipientTabs } from './RecipientTabs'
import { MAY_WRITE } from './recipient'

const add = lazyDialog(() => import('./commands/WriteRecipient'))

/** Who gets parts of the merchant's payments, and what they have. */
export function RecipientsList() {
  const t = useT('kit', 'recipients')
  const all = useStore(settings, ({ account }) => account?.id === 'all')
  return (
    <ResourceList
      list={all ? RECIPIENTS_OF_ALL : RECIPIENTS}
      title={t('recipients.title')}
      actions={
        <CommandButton
          dialog={add}
          given={{}}
          permissions={MAY_WRITE}
          icon={<Plus size={18} strokeWidth={1.75} />}
        >
          {t('recipients.add.open')}
        </CommandButton>
      }
      tabs={<RecipientTabs />}
    />
  )
}
