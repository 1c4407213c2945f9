import { Link } from '@tanstack/react-router'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { buttonClass } from '../../ui/Button'
import { MED_PATH } from '../charge'
import { CLAIMS_PATH } from '../claims/claim'

/** What was sent is seen by who sees withdrawals. */
export const SEE_SENT = ['payin::withdrawals:read']

/** Contested payments go both ways: from what others ask back of us to what we ask back of others, and back. */
export function OtherDirection({ to }: { to: 'received' | 'sent' }) {
  const t = useT('med')
  if (to === 'sent' && !may(SEE_SENT)) return null
  return (
    <Link to={to === 'sent' ? CLAIMS_PATH : MED_PATH} className={buttonClass('secondary')}>
      {t(`med.direction.${to}`)}
    </Link>
  )
}
