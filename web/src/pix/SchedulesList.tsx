import { useT } from '../app/i18n'
import { settings } from '../app/state'
import { useStore } from '../app/store'
import { ResourceList } from '../kit/list/ResourceList'
import { ScheduleTabs } from './ScheduleTabs'
import { SCHEDULES, SCHEDULES_OF_ALL } from './scheduleList'

/** The charges of the cycles, as they are due. */
export function SchedulesList() {
  const t = useT('kit', 'pix')
  const all = useStore(settings, ({ account }) => account?.id === 'all')
  return (
    <ResourceList
      list={all ? SCHEDULES_OF_ALL : SCHEDULES}
      title={t('pix.schedules')}
      tabs={<ScheduleTabs />}
    />
  )
}
