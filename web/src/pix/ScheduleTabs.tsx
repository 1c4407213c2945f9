import { useT } from '../app/i18n'
import { NavTabs } from '../ui/NavTabs'
import { CALENDAR_PATH, SCHEDULES_PATH } from './pix'

/** The same charges, one below the other or by the day on which they are due. */
export function ScheduleTabs() {
  const t = useT('pix')
  return (
    <NavTabs
      label={t('pix.tab.name')}
      tabs={[
        { to: SCHEDULES_PATH, label: t('pix.tab.list') },
        { to: CALENDAR_PATH, label: t('pix.tab.calendar') },
      ]}
    />
  )
}
