import type { CommandProps } from '../../../kit/command/CommandButton'
import { useDeposit } from '../useDeposit'
import IdentifyDeposit from './IdentifyDeposit'

/** Says from its row whose a deposit is; who it may belong to is read with the deposit. */
export default function IdentifyRow({ id, onClose }: CommandProps & { id: string }) {
  const deposit = useDeposit(id, onClose)
  return deposit ? <IdentifyDeposit deposit={deposit} onClose={onClose} /> : null
}
