import { useEffect } from 'react'
import { api, body } from '../../app/api'
import { CallError, linesOf } from '../../app/errors'
import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { useRecord } from '../../kit/record/useRecord'
import RefundCharge from './RefundCharge'

/** A refund from a row of the list: what is left of the charge is read first, for a row may be older than it. */
export default function RefundRow({ id, onClose }: CommandProps & { id: string }) {
  const t = useT('common', 'kit', 'payin')
  const { data, error } = useRecord(
    'payin.payment',
    id,
    (signal) => body(api.GET('/v1/payin/charges/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  const none = data?.refundable.amount === 0
  useEffect(() => {
    if (!error && !none) return
    showAlert('error', error instanceof CallError ? linesOf(t, error) : t('payin.refund.none_left'))
    onClose()
  }, [error, none, onClose, t])
  return data && !none ? <RefundCharge charge={data} onClose={onClose} /> : null
}
