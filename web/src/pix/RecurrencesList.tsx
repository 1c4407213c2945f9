import { CalendarSync } from 'lucide-react'
import { useT } from '../app/i18n'
import { settings } from '../app/state'
import { useStore } from '../app/store'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import { ResourceList } from '../kit/list/ResourceList'
import { MAY_RECUR } from './pix'
import { RECURRENCES, RECURRENCES_OF_ALL } from './recurrenceList'

const ask = lazyDialog(() => import('./commands/NewRecurrence'))

/** What payers agreed to pay again and again. */
export function RecurrencesList() {
  const t = useT('kit', 'pix')
  const all = useStore(settings, ({ account }) => account?.id === 'all')
  return (
    <ResourceList
      list={all ? RECURRENCES_OF_ALL : RECURRENCES}
      title={t('pix.recurrences')}
      actions={
        <CommandButton
          dialog={ask}
          given={{}}
          permissions={MAY_RECUR}
          icon={<CalendarSync size={18} strokeWidth={1.75} />}
        >
          {t('pix.create.open')}
        </CommandButton>
      }
    />
  )
}
