import { Ban, RotateCw, ShieldAlert } from 'lucide-react'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { lazyAct } from '../../kit/act/lazyAct'
import { lazyDialog } from '../../kit/command/CommandButton'
import { RowCommands } from '../../kit/command/RowCommands'
import { formatMoney } from '../../kit/format'
import { isCancellable, MAY_WITHDRAW, shownStatus, type TransferRow } from './transfer'

const again = lazyDialog(() => import('./commands/NewTransfer'))
const acts = () => import('./commands/acts')
const contest = lazyAct(acts, 'contest')
const cancel = lazyAct(acts, 'cancel')
/** What came of one that may be asked for anew. */
const OVER = new Set(['failed', 'cancelled', 'returned'])

/** What can be done with a withdrawal, at the end of its row; nothing where nothing can. */
export function TransferActs({ row }: { row: TransferRow }) {
  const t = useT('transfers')
  const language = useLanguage()
  const icon = { size: 16, strokeWidth: 1.75 }
  const contestable = row.end_to_end_id && row.status === 'done' && row.returned.amount < row.amount.amount
  const commands = [
    ...(OVER.has(shownStatus(row))
      ? [{ key: 'again', label: t('transfers.again.open'), icon: <RotateCw {...icon} />, dialog: again }]
      : []),
    ...(contestable
      ? [
          {
            key: 'contest',
            label: t('transfers.claim.open'),
            icon: <ShieldAlert {...icon} />,
            dialog: contest,
          },
        ]
      : []),
    ...(isCancellable(row)
      ? [
          {
            key: 'cancel',
            label: t('transfers.cancel.open'),
            icon: <Ban {...icon} />,
            dialog: cancel,
            danger: true,
          },
        ]
      : []),
  ]
  if (commands.length === 0 || !may(MAY_WITHDRAW)) return null
  return (
    <RowCommands<{ id: string; like: TransferRow }>
      label={t('transfers.list.acts', {
        name: row.holder_name ?? '',
        amount: formatMoney(row.amount, language),
      })}
      given={{ id: row.id, like: row }}
      commands={commands}
    />
  )
}
