import { useEffect } from 'react'
import { useT } from '../../../app/i18n'
import { showAlert } from '../../../app/state'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { useDeposit } from '../useDeposit'
import GiveBack from './GiveBack'

/** What another merchant paid is given back from its row, unless nothing is left of it. */
export default function GiveBackRow({ id, onClose }: CommandProps & { id: string }) {
  const t = useT('deposits')
  const deposit = useDeposit(id, onClose)
  const none = deposit && !deposit.left?.amount
  useEffect(() => {
    if (!none) return
    showAlert('error', t('deposits.give_back.not_any_more'))
    onClose()
  }, [none, onClose, t])
  return deposit && !none ? <GiveBack deposit={deposit} onClose={onClose} /> : null
}
