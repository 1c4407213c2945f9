import { useNavigate } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { config } from '../app/config'
import { CallError, linesOf } from '../app/errors'
import { useT } from '../app/i18n'
import { may } from '../app/permissions'
import { settings, showAlert } from '../app/state'
import { useStore } from '../app/store'
import { useNarrow } from '../kit/list/useNarrow'
import { Button } from '../ui/Button'
import { MAY_CHARGE, recordPath } from './charge'

/** In development: a real charge that the sandbox bank pays at once, seen from beginning to end on its record. */
export function TestPayment() {
  const t = useT('common', 'payin')
  const navigate = useNavigate()
  const one = useStore(settings, ({ account }) => account !== null && account.id !== 'all')
  // On a phone it would fold what people work with.
  const narrow = useNarrow()
  const [busy, setBusy] = useState(false)
  if (config().environment !== 'development' || !may(MAY_CHARGE) || !one || narrow) return null
  const press = async () => {
    setBusy(true)
    try {
      const { createTestCharge, payTestCharge } = await import('./commands/testPayment')
      const charge = await createTestCharge()
      if (!charge) {
        showAlert('info', t('payin.test_payment.awaiting'))
        return
      }
      void navigate({ to: recordPath(charge.id) })
      await payTestCharge(charge.id)
      showAlert('success', t('payin.test_payment.done'))
    } catch (reason) {
      showAlert('error', reason instanceof CallError ? linesOf(t, reason) : t('payin.test_payment.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="secondary"
      icon={<FlaskConical size={18} strokeWidth={1.75} />}
      busy={busy}
      onClick={() => void press()}
    >
      {t('payin.test_payment.open')}
    </Button>
  )
}
