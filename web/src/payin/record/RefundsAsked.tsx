import { Link } from '@tanstack/react-router'
import { Clock } from 'lucide-react'
import { useLanguage, useT } from '../../app/i18n'
import { formatMoney } from '../../kit/format'
import { requestPath } from '../../kit/record/objectPath'
import { Banner } from '../../ui/Banner'
import type { ChargeRecord } from '../charge'

/** Refunds of a payment that wait for a second person: how much each reserves, who asked, and where it is decided. */
export function RefundsAsked({ requests }: { requests: ChargeRecord['refund_requests'] }) {
  const t = useT('payin')
  const language = useLanguage()
  return requests.map(({ id, amount, maker, visible }) => (
    <Banner
      key={id}
      tone="awaiting"
      icon={<Clock size={18} strokeWidth={1.75} aria-hidden />}
      action={visible && <Link to={requestPath(id)}>{t('payin.situation.refund_open')}</Link>}
    >
      <strong>{t('payin.awaiting_approval')}</strong>
      <p>{t('payin.situation.refund_asked', { amount: formatMoney(amount, language), maker })}</p>
    </Banner>
  ))
}
