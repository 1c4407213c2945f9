import { HandCoins, Undo2 } from 'lucide-react'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { lazyDialog } from '../../kit/command/CommandButton'
import { RowCommands } from '../../kit/command/RowCommands'
import { formatMoney } from '../../kit/format'
import { type DepositRow, isInternal, isReturnable, MAY_DECIDE } from './deposit'

const identify = lazyDialog(() => import('./commands/IdentifyRow'))
const sendBack = lazyDialog(() => import('./commands/ReturnRow'))
const giveBack = lazyDialog(() => import('./commands/GiveBackRow'))

/** What can be done with a deposit, at the end of its row; nothing where nothing can. */
export function DepositActs({ row }: { row: DepositRow }) {
  const t = useT('deposits')
  const language = useLanguage()
  const icon = { size: 16, strokeWidth: 1.75 }
  if (!may(MAY_DECIDE)) return null
  const commands = [
    ...(row.status === 'unidentified'
      ? [
          {
            key: 'identify',
            label: t('deposits.identify.open'),
            icon: <HandCoins {...icon} />,
            dialog: identify,
          },
        ]
      : []),
    ...(isReturnable(row)
      ? [
          {
            key: 'return',
            label: t('deposits.return.open'),
            icon: <Undo2 {...icon} />,
            dialog: sendBack,
            danger: true,
          },
        ]
      : []),
    ...(isInternal(row) && row.status === 'credited'
      ? [
          {
            key: 'give_back',
            label: t('deposits.give_back.open'),
            icon: <Undo2 {...icon} />,
            dialog: giveBack,
            danger: true,
          },
        ]
      : []),
  ]
  if (commands.length === 0) return null
  return (
    <RowCommands<{ id: string }>
      label={t('deposits.list.acts', {
        name: row.payer_name ?? t('deposits.list.no_payer'),
        amount: formatMoney(row.amount, language),
      })}
      given={{ id: row.id }}
      commands={commands}
    />
  )
}
