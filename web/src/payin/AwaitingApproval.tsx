import { useT } from '../app/i18n'
import type { Money } from '../kit/format'
import { StatusBadge } from '../ui/Badge'

/** Beside the state of a payment: of it a refund waits for a second person. Nothing, where none does. */
export function AwaitingApproval({ amount }: { amount: Money | null }) {
  const t = useT('payin')
  if (!amount || amount.amount === 0) return null
  return <StatusBadge tone="awaiting">{t('payin.awaiting_approval')}</StatusBadge>
}
