import { Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { authentication } from '../../app/state'
import { useStore } from '../../app/store'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { NOTES, NOTES_OF_STAFF } from './list'
import { MAY_WRITE } from './note'

const write = lazyDialog(() => import('./WriteNote'))

/** What the provider gave the merchant, or took, beside payments. */
export function NotesList() {
  const t = useT('kit', 'account')
  const staff = useStore(authentication, ({ internal_user }) => internal_user)
  return (
    <ResourceList
      list={staff ? NOTES_OF_STAFF : NOTES}
      title={t('account.notes.title')}
      actions={
        staff && (
          <CommandButton
            dialog={write}
            given={{}}
            permissions={MAY_WRITE}
            icon={<Plus size={18} strokeWidth={1.75} />}
          >
            {t('account.notes.new')}
          </CommandButton>
        )
      }
    />
  )
}
