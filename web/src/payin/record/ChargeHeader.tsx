import { Ban, FileText, PencilLine, RotateCw, Undo2 } from 'lucide-react'
import { answer, api } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DownloadButton } from '../../kit/export/DownloadButton'
import { formatTime } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Money } from '../../kit/Money'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { CHARGE_STATUSES } from '../../kit/statuses'
import { AwaitingApproval } from '../AwaitingApproval'
import { type ChargeRecord, isOpen, LIST_PATH, MAY_CHARGE, MAY_REFUND } from '../charge'

const refund = lazyDialog(() => import('../commands/RefundCharge'))
const acts = lazyDialog(() => import('../commands/acts'))
const revise = lazyDialog(() => import('../commands/ReviseCharge'))

/** Amount, state, who and when; and what can be done now. */
export function ChargeHeader({ charge }: { charge: ChargeRecord }) {
  const t = useT('kit', 'payin')
  const language = useLanguage()
  return (
    <RecordHeader
      crumbs={[{ label: t('payin.title'), to: LIST_PATH }, { label: charge.end_to_end_id ?? charge.txid }]}
      title={<Money value={charge.amount} />}
      status={
        <>
          <StatusWord values={CHARGE_STATUSES} value={charge.status} text={{ t, language }} />
          <AwaitingApproval amount={charge.awaiting_approval} />
        </>
      }
      subtitle={useSentence(charge)}
      company={charge.company_id}
      actions={<Actions charge={charge} />}
    />
  )
}

function Actions({ charge }: { charge: ChargeRecord }) {
  const t = useT('payin')
  const { id, status, cancel_requested, refundable, awaiting_approval } = charge
  const icon = { size: 18, strokeWidth: 1.75 }
  const language = useLanguage()
  const receipt = () =>
    answer(
      api.GET('/v1/payin/charges/{id}/receipt', {
        params: { path: { id }, query: { locale: language } },
        parseAs: 'blob',
      }),
    )
  return (
    <>
      {charge.payments.some((payment) => payment.status === 'settled') && (
        <DownloadButton get={receipt} variant="secondary" icon={<FileText {...icon} />}>
          {t('payin.record.receipt')}
        </DownloadButton>
      )}
      {isOpen(charge) && !cancel_requested && (
        <CommandButton
          dialog={acts}
          given={{ id, what: 'cancel' }}
          permissions={MAY_CHARGE}
          variant="secondary"
          icon={<Ban {...icon} />}
        >
          {t('payin.cancel.open')}
        </CommandButton>
      )}
      {status === 'pending' && charge.due && !charge.due.revising && !cancel_requested && (
        <CommandButton
          dialog={revise}
          given={{ charge }}
          permissions={MAY_CHARGE}
          variant="secondary"
          icon={<PencilLine {...icon} />}
        >
          {t('payin.revise.open')}
        </CommandButton>
      )}
      {status === 'failed' && (
        <CommandButton
          dialog={acts}
          given={{ id, what: 'retry' }}
          permissions={MAY_CHARGE}
          icon={<RotateCw {...icon} />}
        >
          {t('payin.retry.open')}
        </CommandButton>
      )}
      {(refundable.amount > 0 || awaiting_approval.amount > 0) && (
        <CommandButton
          dialog={refund}
          given={{ charge }}
          permissions={MAY_REFUND}
          icon={<Undo2 {...icon} />}
          disabled={refundable.amount === 0}
          title={refundable.amount === 0 ? t('payin.refund.none_left') : undefined}
        >
          {t('payin.refund.open')}
        </CommandButton>
      )}
    </>
  )
}

/** "Padaria Três Irmãos paid Loja Aurora, 20 Nov 2026, 17:47:09"; with every merchant in sight its name stands beside. */
function useSentence({ payer_name, paid_at, created_at, company_id }: ChargeRecord): string {
  const t = useT('payin')
  const language = useLanguage()
  const merchant = useStore(settings, ({ account }) => (account?.id === company_id ? account.name : null))
  const at = formatTime(paid_at ?? created_at, language, { time: 'seconds' })
  const payer = payer_name ?? t('payin.list.no_payer')
  if (!merchant && paid_at) return t('payin.record.paid_by', { payer, at })
  if (!merchant) return t(payer_name ? 'payin.record.to_be_paid_by' : 'payin.record.created', { payer, at })
  if (paid_at) return t('payin.record.paid', { payer, merchant, at })
  return t(payer_name ? 'payin.record.asked_of' : 'payin.record.asked', { payer, merchant, at })
}
