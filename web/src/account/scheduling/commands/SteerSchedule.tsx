import { useLanguage, useT } from '../../../app/i18n'
import { refreshTables, showAlert } from '../../../app/state'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm } from '../../../kit/command/CommandForm'
import { planWords, type ScheduleRecord } from '../schedule'

export interface SteerScheduleProps extends CommandProps {
  schedule: Pick<ScheduleRecord, 'id' | 'name'>
  action: 'pause' | 'resume' | 'skip' | 'run' | 'end'
}

/** Pauses a schedule, goes on with it, leaves its next run out, runs it now, or ends it; with what would happen in sight. */
export default function SteerSchedule({ schedule, action, onClose }: SteerScheduleProps) {
  const t = useT('common', 'kit', 'deposits')
  const language = useLanguage()
  return (
    <CommandForm
      command={`account:schedule:${action}`}
      ids={{ id: schedule.id }}
      title={t(`deposits.schedule.${action}.title`)}
      submit={t(`deposits.schedule.${action}.submit`)}
      danger={action === 'end'}
      texts="deposits.schedule"
      text={<p>{t(`deposits.schedule.${action}.text`, { name: schedule.name })}</p>}
      words={planWords(t, language)}
      onDone={() => {
        onClose()
        showAlert('success', t(`deposits.schedule.${action}.done`))
        refreshTables()
      }}
      onClose={onClose}
    />
  )
}
