import { useEffect } from 'react'
import { api, body } from '../../app/api'
import { CallError, linesOf } from '../../app/errors'
import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import { useRecord } from '../../kit/record/useRecord'
import type { DepositRecord } from './deposit'

/** The deposit of a row as it is now, for the row may be older; what is wrong with it is said, and the dialog closes. */
export function useDeposit(id: string, onClose: () => void): DepositRecord | undefined {
  const t = useT('common', 'deposits')
  const { data, error } = useRecord(
    'account.deposit',
    id,
    (signal) => body(api.GET('/v1/account/deposits/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  useEffect(() => {
    if (!error) return
    showAlert('error', error instanceof CallError ? linesOf(t, error) : t('common.unexpected_error'))
    onClose()
  }, [error, onClose, t])
  return data
}
