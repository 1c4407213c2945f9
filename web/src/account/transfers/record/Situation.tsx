import { CalendarClock, CircleAlert, Clock, TriangleAlert, Undo2 } from 'lucide-react'
import { useLanguage, useT } from '../../../app/i18n'
import { formatDay, formatMoney } from '../../../kit/format'
import { refusalOf } from '../../../kit/place/refusal'
import { Banner } from '../../../ui/Banner'
import { shownStatus, type TransferRecord, wordOf } from '../transfer'

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }

/** What a person should know first: why it did not arrive, or what it waits for. */
export function Situation({ transfer }: { transfer: TransferRecord }) {
  const t = useT('transfers')
  const language = useLanguage()
  const { status, fail_code, last_error, blocked_reason, scheduled_for, returned, returns_error } = transfer
  const refused = refusalOf(t, fail_code)
  switch (status) {
    case 'failed':
      return (
        <Banner tone="error" icon={<CircleAlert {...ICON} />}>
          <strong>{refused?.why ?? last_error ?? t('transfers.situation.failed')}</strong>
          <p>{refused?.next ?? t('transfers.code_next.ask')}</p>
          {fail_code && <p>{t('transfers.situation.code', { code: fail_code })}</p>}
        </Banner>
      )
    case 'blocked':
      return (
        <Banner tone="atention" icon={<TriangleAlert {...ICON} />}>
          <strong>{t('transfers.situation.blocked')}</strong>
          {blocked_reason && <p>{wordOf(t, 'blocked', blocked_reason)}</p>}
          <p>{t('transfers.situation.blocked_next')}</p>
        </Banner>
      )
    case 'created':
      return (
        <Banner icon={<CalendarClock {...ICON} />}>
          {t('transfers.situation.created', { day: scheduled_for ? formatDay(scheduled_for, language) : '' })}
        </Banner>
      )
    case 'pending':
    case 'in_bank_processing':
      return last_error ? (
        <Banner tone="awaiting" icon={<Clock {...ICON} />}>
          <strong>{t('transfers.situation.waiting')}</strong>
          <p>{refused?.why ?? last_error}</p>
          <p>{t('transfers.situation.waiting_next')}</p>
        </Banner>
      ) : null
    case 'done':
      return returned.amount > 0 || returns_error ? <CameBack transfer={transfer} /> : null
    default:
      return null
  }
}

/** What of it the receiver's bank sent back; for staff also what could not be booked. */
function CameBack({ transfer }: { transfer: TransferRecord }) {
  const t = useT('transfers')
  const language = useLanguage()
  const { returned, amount, returns_error } = transfer
  const words = shownStatus(transfer) === 'returned' ? 'returned' : 'partly_returned'
  return (
    <>
      {returned.amount > 0 && (
        <Banner tone="atention" icon={<Undo2 {...ICON} />}>
          <strong>
            {t(`transfers.situation.${words}`, {
              amount: formatMoney(returned, language),
              sent: formatMoney(amount, language),
            })}
          </strong>
          <p>{t('transfers.situation.returned_next')}</p>
        </Banner>
      )}
      {returns_error && (
        <Banner tone="error" icon={<CircleAlert {...ICON} />}>
          <strong>{t('transfers.situation.return_not_booked')}</strong>
          <p>{returns_error}</p>
        </Banner>
      )}
    </>
  )
}
