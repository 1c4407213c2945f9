import { useEffect } from 'react'
import { useT } from '../../../app/i18n'
import { showAlert } from '../../../app/state'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { useDeposit } from '../useDeposit'
import DepositActs from './acts'

/** A deposit goes back to its payer from its row, unless it came too long ago. */
export default function ReturnRow({ id, onClose }: CommandProps & { id: string }) {
  const t = useT('deposits')
  const deposit = useDeposit(id, onClose)
  const late = deposit && !deposit.returnable
  useEffect(() => {
    if (!late) return
    showAlert('error', t('deposits.return.not_any_more'))
    onClose()
  }, [late, onClose, t])
  return deposit && !late ? <DepositActs deposit={deposit} what="return" onClose={onClose} /> : null
}
