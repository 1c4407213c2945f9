import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import { Choices } from '../../kit/command/Choices'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { amountOf } from '../../kit/command/plan'
import { sendCommand } from '../../kit/command/send'
import { readAgain } from '../../kit/command/subjects'
import { formatMoney, type Money } from '../../kit/format'
import { Banner } from '../../ui/Banner'
import { Field } from '../../ui/Field'
import { MoneyInput } from '../../ui/MoneyInput'
import { TextInput } from '../../ui/TextInput'
import type { ChargeRecord } from '../charge'
import { planWords } from '../planWords'
import { type RefundForm, readRefund } from './refundForm'

export interface RefundChargeProps extends CommandProps {
  charge: Pick<ChargeRecord, 'id' | 'fee' | 'refundable' | 'awaiting_approval' | 'split'>
}

/** Gives money back to the payer: all that is left, or a part of it. */
export default function RefundCharge({ charge, onClose }: RefundChargeProps) {
  const t = useT('common', 'kit', 'payin')
  const language = useLanguage()
  const [form, setForm] = useDraft<RefundForm>('form', { whole: true, amount: null, reason: '' })
  const put = (part: Partial<RefundForm>) => setForm((now) => ({ ...now, ...part }))
  const most = formatMoney(charge.refundable, language)
  const names = new Map(charge.split.map(({ recipient, name }) => [`recipient.${recipient}`, name ?? '']))
  const leftAfter = (amount: Money | null | undefined) =>
    formatMoney({ ...charge.refundable, amount: charge.refundable.amount - (amount?.amount ?? 0) }, language)
  return (
    <CommandDialog
      command="payin:refund:create"
      title={t('payin.refund.title')}
      submit={t('payin.refund.submit')}
      fields={['amount', 'reason']}
      read={() => readRefund(form, charge.refundable, t, most)}
      send={(input, header) => sendCommand('payin:refund:create', { id: charge.id }, input, header)}
      planning={{
        ask: (input) =>
          body(
            api.POST('/v1/payin/charges/{id}/refunds/plan', {
              params: { path: { id: charge.id } },
              body: input,
            }),
          ),
        words: planWords(t, language, 'status', names),
        first: (plan, input) => [
          { name: 'left', label: t('payin.refund.left'), value: leftAfter(amountOf(plan) ?? input.amount) },
          {
            name: 'fee',
            label: t('payin.refund.fee'),
            value:
              charge.fee.amount > 0
                ? t('payin.refund.fee_kept', { fee: formatMoney(charge.fee, language) })
                : t('payin.refund.no_fee'),
          },
        ],
        submit: (plan) => {
          const amount = amountOf(plan)
          if (!amount) return t('payin.refund.submit')
          return t(plan.needs_approval ? 'payin.refund.request_sum' : 'payin.refund.submit_sum', {
            amount: formatMoney(amount, language),
          })
        },
      }}
      onDone={() => {
        onClose()
        showAlert('success', t('payin.refund.done'))
      }}
      onClose={() => {
        onClose()
        // It may wait for approval now, and what it reserves is seen on the record.
        readAgain('payin:refund:create')
      }}
    >
      {(errors) => (
        <>
          {charge.awaiting_approval.amount > 0 && (
            <Banner tone="awaiting">
              {t('payin.refund.reserved', { amount: formatMoney(charge.awaiting_approval, language) })}
            </Banner>
          )}
          <Choices
            legend={t('payin.refund.how_much')}
            name="how-much"
            options={[
              { value: 'whole', label: t('payin.refund.whole'), amount: most },
              { value: 'part', label: t('payin.refund.part') },
            ]}
            value={form.whole ? 'whole' : 'part'}
            onChange={(chosen) => put({ whole: chosen === 'whole' })}
          />
          {!form.whole && (
            <Field
              label={t('payin.refund.amount')}
              hint={!errors.amount && t('payin.refund.at_most', { amount: most })}
              error={errors.amount}
              required
            >
              {(control) => (
                <MoneyInput {...control} value={form.amount} onChange={(amount) => put({ amount })} />
              )}
            </Field>
          )}
          <Field label={t('payin.refund.reason')} optional error={errors.reason}>
            {(control) => (
              <TextInput
                {...control}
                maxLength={140}
                value={form.reason}
                onChange={(event) => put({ reason: event.target.value })}
              />
            )}
          </Field>
        </>
      )}
    </CommandDialog>
  )
}
