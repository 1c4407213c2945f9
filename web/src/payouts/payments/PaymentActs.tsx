import { FileText } from 'lucide-react'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { lazyAct } from '../../kit/act/lazyAct'
import { RowCommands } from '../../kit/command/RowCommands'
import { formatMoney } from '../../kit/format'
import { hasReceipt, type PaymentRow } from './payment'
import { actsOf, receiptOf } from './record/PaymentActions'

const load = () => import('./commands/acts')
const DIALOGS = {
  ask_again: lazyAct(load, 'ask_again'),
  claim: lazyAct(load, 'claim'),
  agree: lazyAct(load, 'agree'),
  release: lazyAct(load, 'release'),
  reject: lazyAct(load, 'reject'),
  hold: lazyAct(load, 'hold'),
  send_now: lazyAct(load, 'send_now'),
  move_day: lazyAct(load, 'move_day'),
  cancel: lazyAct(load, 'cancel'),
  retry: lazyAct(load, 'retry'),
}

/** What can be done with a payment, at the end of its row; nothing where nothing can. */
export function PaymentActs({ row }: { row: PaymentRow }) {
  const t = useT('payoutPayments')
  const language = useLanguage()
  // Whether it was repeated already is told by its record alone.
  const commands = actsOf({ ...row, replaced_by: '' })
    .filter(({ shown, may: permissions }) => shown && may(permissions))
    .map(({ what, icon }) => ({
      key: what,
      label: t(`payoutPayments.${what}.open`),
      icon,
      dialog: DIALOGS[what],
      danger: what === 'cancel' || what === 'reject',
    }))
  const files = hasReceipt(row.status)
    ? [
        {
          key: 'receipt',
          label: t('payoutPayments.receipt'),
          icon: <FileText size={18} strokeWidth={1.75} />,
          get: () => receiptOf(row.id, language),
        },
      ]
    : []
  if (commands.length + files.length === 0) return null
  return (
    <RowCommands
      label={t('payoutPayments.list.acts', {
        name: row.holder_name ?? '',
        amount: formatMoney(row.amount, language),
      })}
      given={{ id: row.id }}
      commands={commands}
      files={files}
    />
  )
}
