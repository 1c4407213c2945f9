import { CalendarClock, CircleAlert, CircleHelp, Clock, Hourglass, ShieldAlert, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLanguage, useT } from '../../../app/i18n'
import { formatDay, formatMoney, formatTime } from '../../../kit/format'
import { refusalOf } from '../../../kit/place/refusal'
import { Banner, type BannerProps } from '../../../ui/Banner'
import { type PaymentRecord, wordOf } from '../payment'

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }

interface Told {
  tone?: BannerProps['tone']
  icon: ReactNode
  what: string
  next?: string | null
}

/** What a person should know first: why it did not arrive, or what it waits for. */
export function Situation({ payment }: { payment: PaymentRecord }) {
  const told = useTold(payment)
  if (!told) return null
  return (
    <Banner tone={told.tone} icon={told.icon}>
      <strong>{told.what}</strong>
      {told.next && <p>{told.next}</p>}
    </Banner>
  )
}

function useTold(payment: PaymentRecord): Told | null {
  const t = useT('payoutPayments', 'transfers')
  const language = useLanguage()
  const say = (name: string, values?: Record<string, string>) => t(`payoutPayments.situation.${name}`, values)
  const refused = refusalOf(t, payment.fail_code)
  const sums = {
    amount: formatMoney(payment.returned, language),
    sent: formatMoney(payment.amount, language),
  }
  switch (payment.status) {
    case 'failed':
      return {
        tone: 'error',
        icon: <CircleAlert {...ICON} />,
        what: refused?.why ?? payment.last_error ?? say('failed'),
        next: refused?.next ?? say('failed_next'),
      }
    case 'rejected':
      return {
        tone: 'error',
        icon: <CircleAlert {...ICON} />,
        what: say('rejected'),
        next: say('rejected_next'),
      }
    case 'on_hold':
      return {
        tone: 'atention',
        icon: <ShieldAlert {...ICON} />,
        what: say('on_hold', { reason: wordOf(t, 'hold_reason', payment.hold_reason ?? '') }),
        next: say('on_hold_next', { at: payment.hold_until ? formatTime(payment.hold_until, language) : '' }),
      }
    case 'queued':
      return {
        tone: 'awaiting',
        icon: <Hourglass {...ICON} />,
        what: wordOf(t, 'queued_reason', payment.queued_reason ?? ''),
        next: say('queued_next'),
      }
    case 'uncertain':
      return {
        tone: 'atention',
        icon: <CircleHelp {...ICON} />,
        what: say('uncertain'),
        next: say('uncertain_next'),
      }
    case 'blocked':
      return {
        tone: 'atention',
        icon: <ShieldAlert {...ICON} />,
        what: say('blocked'),
        next: payment.blocked_reason,
      }
    case 'created':
      return {
        icon: <CalendarClock {...ICON} />,
        what: say('created', {
          day: payment.scheduled_for ? formatDay(payment.scheduled_for, language) : '',
        }),
      }
    case 'pending':
    case 'in_bank_processing':
      return payment.last_error
        ? {
            tone: 'awaiting',
            icon: <Clock {...ICON} />,
            what: t('transfers.situation.waiting'),
            next: refused?.why ?? t('transfers.situation.waiting_next'),
          }
        : null
    case 'returned':
    case 'partly_returned':
      return {
        tone: 'atention',
        icon: <Undo2 {...ICON} />,
        what: t(`transfers.situation.${payment.status}`, sums),
        next: payment.returns_error ?? say('returned_next'),
      }
    default:
      return payment.returns_error
        ? {
            tone: 'error',
            icon: <CircleAlert {...ICON} />,
            what: t('transfers.situation.return_not_booked'),
            next: payment.returns_error,
          }
        : null
  }
}
