import { Ban, CalendarPlus } from 'lucide-react'
import { useT } from '../app/i18n'
import { may } from '../app/permissions'
import { lazyAct } from '../kit/act/lazyAct'
import { RowCommands } from '../kit/command/RowCommands'
import { MAY_RECUR, MAY_SCHEDULE, OPEN_RECURRENCES, type RecurrenceRow } from './pix'

const load = () => import('./commands/acts')
const charge = lazyAct(load, 'charge')
const cancel = lazyAct(load, 'recurrence_cancel')

/** What can be done with a recurrence, at the end of its row; nothing where nothing can. */
export function RecurrenceActs({ row: { id, status, payer_name } }: { row: RecurrenceRow }) {
  const t = useT('pix')
  const icon = { size: 16, strokeWidth: 1.75 }
  const goesOn = OPEN_RECURRENCES.has(status) || status === 'approved'
  const commands = [
    ...(status === 'approved' && may(MAY_SCHEDULE)
      ? [{ key: 'charge', label: t('pix.charge.open'), icon: <CalendarPlus {...icon} />, dialog: charge }]
      : []),
    ...(goesOn && may(MAY_RECUR)
      ? [
          {
            key: 'cancel',
            label: t('pix.recurrence_cancel.open'),
            icon: <Ban {...icon} />,
            dialog: cancel,
            danger: true,
          },
        ]
      : []),
  ]
  if (commands.length === 0) return null
  return <RowCommands label={t('pix.acts', { name: payer_name ?? '' })} given={{ id }} commands={commands} />
}
