import { textOf } from '../../app/errors'
import type { Translate } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { Decided } from '../approvals'

/** Says what came of a decision. */
export function announceOutcome(t: Translate, { status, stale, error, missing }: Decided): void {
  if (stale) return showAlert('warning', t('approvals.decided.stale'))
  if (status === 'failed')
    return showAlert('error', [t('approvals.decided.failed'), error ? textOf(t, error) : ''].filter(Boolean))
  if (missing > 0) return showAlert('success', t('approvals.decided.missing', { count: missing }))
  return showAlert('success', t(`approvals.decided.${status}`))
}
