import { answer, api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import { Choices } from '../../kit/command/Choices'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { formatMoney } from '../../kit/format'
import { Field } from '../../ui/Field'
import { MoneyInput } from '../../ui/MoneyInput'
import { TextInput } from '../../ui/TextInput'
import type { ChargeRecord } from '../charge'
import { planWords } from '../planWords'
import { type RefundForm, readRefund } from './refundForm'
import { useRefresh } from './useRefresh'

export interface RefundChargeProps extends CommandProps {
  charge: Pick<ChargeRecord, 'id' | 'refundable' | 'split'>
}

/** Gives money back to the payer: all that is left, or a part of it. */
export default function RefundCharge({ charge, onClose }: RefundChargeProps) {
  const t = useT('common', 'kit', 'payin')
  const language = useLanguage()
  const refresh = useRefresh(charge.id)
  const [form, setForm] = useDraft<RefundForm>('form', { whole: true, amount: null, reason: '' })
  const put = (part: Partial<RefundForm>) => setForm((now) => ({ ...now, ...part }))
  const most = formatMoney(charge.refundable, language)
  const names = new Map(charge.split.map(({ recipient, name }) => [`recipient.${recipient}`, name ?? '']))
  return (
    <CommandDialog
      title={t('payin.refund.title')}
      submit={t('payin.refund.submit')}
      fields={['amount', 'reason']}
      read={() => readRefund(form, charge.refundable, t, most)}
      send={(input, header) =>
        answer(
          api.POST('/v1/payin/payments/{id}/refunds', {
            params: { path: { id: charge.id }, header },
            body: input,
          }),
        )
      }
      planning={{
        ask: (input) =>
          body(
            api.POST('/v1/payin/payments/{id}/refunds/plan', {
              params: { path: { id: charge.id } },
              body: input,
            }),
          ),
        words: planWords(t, language, 'status', names),
      }}
      onDone={() => {
        onClose()
        showAlert('success', t('payin.refund.done'))
        refresh()
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
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
