import {
  CalendarClock,
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CircleStop,
  Clock,
  Hourglass,
  Scale,
  ShieldAlert,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { type Translate, useLanguage, useT } from '../../../app/i18n'
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

/** What a person should know first: what the bank did against its word, why it did not arrive, or what it waits for. */
export function Situation({ payment }: { payment: PaymentRecord }) {
  const told = useTold(payment)
  const cases = useCases(payment)
  return (
    <>
      {/* While a case is open, what is usually said next, such as to pay again, would be wrong. */}
      {told && !cases.some(({ open }) => open) && <Said told={told} />}
      {cases.map((each) => (
        <Said key={each.key} told={each} />
      ))}
    </>
  )
}

function Said({ told: { tone, icon, what, next } }: { told: Told }) {
  return (
    <Banner tone={tone} icon={icon}>
      <strong>{what}</strong>
      {next && <p>{next}</p>}
    </Banner>
  )
}

/** What the bank did and the payment does not explain; the open ones first. */
function useCases({ cases }: PaymentRecord): (Told & { key: string; open: boolean })[] {
  const t = useT('payoutPayments')
  const language = useLanguage()
  return cases
    .map(({ kind, status, outcome, amount, opened_at }) => {
      const open = status !== 'settled'
      return {
        key: `${kind} ${opened_at}`,
        open,
        tone: open ? ('atention' as const) : ('info' as const),
        icon: open ? <Scale {...ICON} /> : <CircleCheck {...ICON} />,
        what: `${wordOf(t, 'case', kind)}: ${formatMoney(amount, language)}`,
        next: wordOf(t, 'case', open ? 'open' : (outcome ?? '')),
      }
    })
    .toSorted((one, other) => Number(other.open) - Number(one.open))
}

/** Why a TED came back, and whether it makes sense to send it again. */
function tedReturnOf(t: Translate, { method, returns }: PaymentRecord): string | null {
  const code = method === 'ted' ? returns.at(-1)?.code : null
  if (!code) return null
  const why = wordOf(t, 'ted_return', code)
  // What the bank numbers otherwise says nothing to a person.
  return why === code ? null : [why, t(`payoutPayments.ted_retry.${RETRY[code] ?? 'no'}`)].join(' ')
}

/** What to do about a number of the SPB: correct the account or the document, or send it again as it is. */
const RETRY: Readonly<Record<string, 'account' | 'holder' | 'again'>> = {
  '1': 'account',
  '2': 'account',
  '3': 'holder',
  '5': 'holder',
  '16': 'again',
  '57': 'account',
  '58': 'account',
  '61': 'account',
  '62': 'holder',
  '66': 'account',
  '67': 'account',
}

/** What the receiver, another merchant, gave back; why is among its returns. */
function givenBack(
  { status, holder_name, fee, fee_back }: PaymentRecord,
  say: (name: string, values?: Record<string, string>) => string,
  sums: Record<string, string>,
): Told {
  const whole = status === 'returned'
  return {
    tone: 'atention',
    icon: <Undo2 {...ICON} />,
    what: say(whole ? 'given_back' : 'partly_given_back', { ...sums, name: holder_name }),
    next: fee.amount > 0 ? say(whole && fee_back ? 'given_back_fee_back' : 'given_back_fee') : undefined,
  }
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
  if (payment.last_error === 'slip_overdue' && ['failed', 'cancelled'].includes(payment.status)) {
    return {
      tone: 'error',
      icon: <CircleAlert {...ICON} />,
      what: say('slip_overdue'),
      next: say('slip_overdue_next'),
    }
  }
  if (payment.last_error === 'batch_stopped' && payment.status === 'cancelled') {
    return {
      tone: 'atention',
      icon: <CircleStop {...ICON} />,
      what: say('batch_stopped'),
      next: say('batch_stopped_next'),
    }
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
        next: payment.hold_until
          ? say('on_hold_next', { at: formatTime(payment.hold_until, language) })
          : say('on_hold_person'),
      }
    case 'queued':
      return {
        tone: 'awaiting',
        icon: <Hourglass {...ICON} />,
        what: wordOf(t, 'queued_reason', payment.queued_reason ?? ''),
        next: payment.opens_at
          ? say('window_next', { at: formatTime(payment.opens_at, language) })
          : say('queued_next'),
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
        next: payment.blocked_reason && wordOf(t, 'blocked', payment.blocked_reason),
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
      if (payment.inside) return givenBack(payment, say, sums)
      return {
        tone: 'atention',
        icon: <Undo2 {...ICON} />,
        what: t(`transfers.situation.${payment.status}`, sums),
        next:
          payment.returns_error ??
          tedReturnOf(t, payment) ??
          say(payment.fee_back && payment.status === 'returned' ? 'returned_fee_next' : 'returned_next'),
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
