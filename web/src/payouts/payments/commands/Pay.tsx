import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, body } from '../../../app/api'
import { fieldErrors, linesOf } from '../../../app/errors'
import { useLanguage, useT } from '../../../app/i18n'
import { settings } from '../../../app/state'
import { useStore } from '../../../app/store'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandDialog } from '../../../kit/command/CommandDialog'
import { useDraft } from '../../../kit/command/draft'
import { amountOf } from '../../../kit/command/plan'
import { sendCommand } from '../../../kit/command/send'
import { formatDay, formatMoney } from '../../../kit/format'
import { NeedsTwoFactor } from '../../../kit/place/NeedsTwoFactor'
import { PLACE_FIELDS } from '../../../kit/place/place'
import { useRested } from '../../../kit/place/useRested'
import { Banner } from '../../../ui/Banner'
import { paymentPath, planWords } from '../payment'
import { Amount } from './Amount'
import { Confirmation } from './Confirmation'
import { Destination } from './Destination'
import { type DestinationInput, EMPTY, leaving, type PayForm, readDestination, readPayment } from './payForm'
import { useLeaves, Way } from './Way'

const FIELDS = [
  ...PLACE_FIELDS,
  'code',
  'holder_name',
  'holder_document',
  'amount',
  'purpose',
  'description',
  'external_id',
  'tags',
  'cost_centre',
  'priority',
  'duplicate_reason',
  'scheduled_for',
  'method',
  'ted_purpose',
]

/** Pays somebody: where it goes, whose that is, and then how much, when and what for. */
export default function Pay({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'payoutPayments', 'transfers', 'payees')
  const language = useLanguage()
  const navigate = useNavigate()
  const [form, setForm] = useDraft<PayForm>('form', EMPTY)
  const put = (part: Partial<PayForm>) => setForm((now) => ({ ...now, ...part }))
  const leaves = useLeaves()
  const place = readDestination(form, t)
  const found = useDestination('input' in place ? place.input : null)
  const refused = fieldErrors(t, found.error)
  return (
    <CommandDialog
      command="payouts:payment:pay"
      title={t('payoutPayments.pay.title')}
      submit={t('payoutPayments.pay.submit')}
      fields={FIELDS}
      read={() => readPayment(form, found.data, t)}
      send={(input, header) => sendCommand('payouts:payment:pay', {}, input, header)}
      planning={{
        ask: (input) => body(api.POST('/v1/payouts/payments/plan', { body: input })),
        words: planWords(t, language),
        first: (plan, input) => {
          const fact = (name: string) => plan.facts.find(({ field }) => field === name)?.value
          const fee = fact('fee')
          const paid = typeof fee === 'object' && fee ? fee.amount : 0
          const total = { amount: input.amount.amount + paid, currency: 'BRL' as const }
          return [
            {
              name: 'first',
              label: t('payoutPayments.record.first'),
              value: [
                t(fact('first') ? 'payoutPayments.record.is_first' : 'payoutPayments.record.not_first'),
                fact('untrusted') && t('payoutPayments.record.untrusted'),
              ]
                .filter(Boolean)
                .join(' · '),
            },
            {
              name: 'fee',
              label: t('payoutPayments.column.fee'),
              value: paid ? formatMoney({ ...total, amount: paid }, language) : t('transfers.new.no_fee'),
            },
            { name: 'gross', label: t('payoutPayments.column.gross'), value: formatMoney(total, language) },
            {
              name: 'status',
              label: t('payoutPayments.pay.leaves'),
              value: input.scheduled_for
                ? formatDay(input.scheduled_for, language)
                : fact('ted_way') && fact('status') !== 'on_hold'
                  ? leaves({
                      way: fact('ted_way') as 'now',
                      leave_by: textOrNull(fact('leave_by')),
                      opens_at: textOrNull(fact('opens_at')),
                    })
                  : t(`payoutPayments.pay.${leaving(fact('status'), found.data?.kind)}`),
            },
          ]
        },
        submit: (plan) => {
          const amount = amountOf(plan)
          if (!amount) return t('payoutPayments.pay.submit')
          return t(plan.needs_approval ? 'payoutPayments.pay.request_sum' : 'payoutPayments.pay.submit_sum', {
            amount: formatMoney(amount, language),
          })
        },
      }}
      onDone={(made) => {
        onClose()
        void navigate({ to: paymentPath(made.id) })
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <NeedsTwoFactor />
          <Destination form={form} errors={{ ...refused, ...errors }} put={put} />
          {found.data && (
            <>
              <Way found={found.data} form={form} errors={errors} put={put} />
              <Confirmation found={found.data} form={form} errors={errors} put={put} />
              <Amount found={found.data} form={form} errors={errors} put={put} />
            </>
          )}
          {found.error && !Object.keys(refused).length && (
            <Banner tone="error" role="alert">
              {linesOf(t, found.error).join(' ')}
            </Banner>
          )}
        </>
      )}
    </CommandDialog>
  )
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

/** What the server knows of a destination, once nobody types any more. */
function useDestination(input: DestinationInput | null) {
  const account = useStore(settings, (state) => state.account?.id ?? null)
  const rested = useRested(input ? JSON.stringify(input) : '')
  return useQuery({
    queryKey: ['payouts', 'destination', account, rested],
    queryFn: ({ signal }) =>
      body(
        api.POST('/v1/payouts/payment-destination', {
          body: JSON.parse(rested) as DestinationInput,
          signal,
        }),
      ),
    enabled: input !== null && rested !== '' && rested === JSON.stringify(input),
    retry: false,
  })
}
