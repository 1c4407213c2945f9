import { CalendarPlus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { SCHEDULES } from './list'
import { MAY_SCHEDULE } from './schedule'

const write = lazyDialog(() => import('./commands/ScheduleForm'), { size: 'large' })

/** Withdrawals that happen by themselves. */
export function SchedulesList() {
  const t = useT('kit', 'deposits')
  return (
    <ResourceList
      list={SCHEDULES}
      title={t('deposits.schedule.title')}
      actions={
        <CommandButton
          dialog={write}
          given={{}}
          permissions={MAY_SCHEDULE}
          icon={<CalendarPlus size={18} strokeWidth={1.75} />}
        >
          {t('deposits.schedule.create.open')}
        </CommandButton>
      }
    />
  )
}
