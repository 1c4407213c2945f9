import { Ban, RotateCw, Undo2 } from 'lucide-react'
import { useLanguage, useT } from '../app/i18n'
import { may } from '../app/permissions'
import { lazyAct } from '../kit/act/lazyAct'
import { lazyDialog } from '../kit/command/CommandButton'
import { RowCommands } from '../kit/command/RowCommands'
import { formatMoney } from '../kit/format'
import { type ChargeRow, hasFailed, isOpen, isRefundable, MAY_CHARGE, MAY_REFUND } from './charge'

const refund = lazyDialog(() => import('./commands/RefundRow'))
const acts = () => import('./commands/acts')
const retry = lazyAct(acts, 'retry')
const cancel = lazyAct(acts, 'cancel')

/** What can be done with a charge, at the end of its row; nothing where nothing can. */
export function ChargeActs({ row }: { row: ChargeRow }) {
  const t = useT('payin')
  const language = useLanguage()
  const icon = { size: 16, strokeWidth: 1.75 }
  const { id, amount, payer_name } = row
  const given = { id }
  const commands = [
    ...(isRefundable(row) && may(MAY_REFUND)
      ? [{ key: 'refund', label: t('payin.refund.open'), icon: <Undo2 {...icon} />, dialog: refund }]
      : []),
    ...(hasFailed(row) && may(MAY_CHARGE)
      ? [{ key: 'retry', label: t('payin.retry.open'), icon: <RotateCw {...icon} />, dialog: retry }]
      : []),
    ...(isOpen(row) && may(MAY_CHARGE)
      ? [
          {
            key: 'cancel',
            label: t('payin.cancel.open'),
            icon: <Ban {...icon} />,
            dialog: cancel,
            danger: true,
          },
        ]
      : []),
  ]
  if (commands.length === 0) return null
  const name = payer_name ?? t('payin.list.no_payer')
  return (
    <RowCommands<{ id: string }>
      label={t('payin.list.acts', { name, amount: formatMoney(amount, language) })}
      given={given}
      commands={commands}
    />
  )
}
