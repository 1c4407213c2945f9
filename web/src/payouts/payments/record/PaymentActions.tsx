import {
  Ban,
  CalendarClock,
  CircleCheck,
  CirclePause,
  CirclePlay,
  CircleX,
  FileText,
  RefreshCw,
  RotateCw,
  Send,
  ShieldAlert,
} from 'lucide-react'
import { answer, api } from '../../../app/api'
import { type Language, useLanguage, useT } from '../../../app/i18n'
import { CommandButton, lazyDialog } from '../../../kit/command/CommandButton'
import { DownloadButton } from '../../../kit/export/DownloadButton'
import { MarkButton } from '../../evidence/EvidencePanel'
import {
  hasReceipt,
  isCancellable,
  isHoldable,
  isMovable,
  isRepeatable,
  isSendable,
  MAY_AGREE,
  MAY_DECIDE,
  MAY_PAY,
  type PaymentRecord,
} from '../payment'

const acts = lazyDialog(() => import('../commands/acts'))
const ICON = { size: 18, strokeWidth: 1.75 }

type Shown = Pick<PaymentRecord, 'status' | 'hold_reason' | 'replaced_by' | 'batch_id'> &
  Partial<Pick<PaymentRecord, 'cases' | 'inside'>>

/** Everything that can be done with a payment, each with whether it can be now. */
export function actsOf(payment: Shown) {
  const { status, hold_reason, inside = false } = payment
  return [
    { what: 'ask_again', icon: <RefreshCw {...ICON} />, may: MAY_PAY, shown: status === 'uncertain' },
    {
      what: 'claim',
      icon: <ShieldAlert {...ICON} />,
      may: MAY_PAY,
      // A dispute (MED) is between banks: of what needed none there is no dispute.
      shown: !inside && (status === 'done' || status === 'partly_returned'),
    },
    {
      what: 'agree',
      icon: <CircleCheck {...ICON} />,
      may: MAY_AGREE,
      shown: status === 'on_hold' && hold_reason === 'second_person',
    },
    {
      what: 'release',
      icon: <CirclePlay {...ICON} />,
      may: MAY_DECIDE,
      shown: status === 'on_hold' && hold_reason !== 'second_person',
    },
    { what: 'reject', icon: <CircleX {...ICON} />, may: MAY_DECIDE, shown: status === 'on_hold' },
    { what: 'hold', icon: <CirclePause {...ICON} />, may: MAY_DECIDE, shown: isHoldable(payment) },
    { what: 'send_now', icon: <Send {...ICON} />, may: MAY_PAY, shown: isSendable(payment) },
    { what: 'move_day', icon: <CalendarClock {...ICON} />, may: MAY_PAY, shown: isMovable(payment) },
    { what: 'cancel', icon: <Ban {...ICON} />, may: MAY_PAY, shown: isCancellable(payment) },
    { what: 'retry', icon: <RotateCw {...ICON} />, may: MAY_PAY, shown: isRepeatable(payment) },
  ] as const
}

/** The receipt of a payment that was carried out. */
export const receiptOf = (id: string, locale: Language) =>
  answer(
    api.GET('/v1/payouts/payments/{id}/receipt', {
      params: { path: { id }, query: { locale } },
      parseAs: 'blob',
    }),
  )

/** What can be done with a payment, as it is now. */
export function PaymentActions({ payment }: { payment: PaymentRecord }) {
  const t = useT('payoutPayments')
  const language = useLanguage()
  const { id, status } = payment
  return (
    <>
      {hasReceipt(status) && (
        <DownloadButton get={() => receiptOf(id, language)} variant="secondary" icon={<FileText {...ICON} />}>
          {t('payoutPayments.receipt')}
        </DownloadButton>
      )}
      {status === 'uncertain' && <MarkButton id={id} />}
      {actsOf(payment).map(
        ({ what, icon, may, shown }) =>
          shown && (
            <CommandButton
              key={what}
              dialog={acts}
              given={{ id, what }}
              permissions={may}
              variant="secondary"
              icon={icon}
            >
              {t(`payoutPayments.${what}.open`)}
            </CommandButton>
          ),
      )}
    </>
  )
}
