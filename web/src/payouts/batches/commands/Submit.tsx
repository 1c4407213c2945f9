import { api, body } from '../../../app/api'
import type { components } from '../../../app/api-types'
import { useLanguage, useT } from '../../../app/i18n'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandDialog, type Errors } from '../../../kit/command/CommandDialog'
import { useDraft } from '../../../kit/command/draft'
import { sendCommand } from '../../../kit/command/send'
import { formatMoney } from '../../../kit/format'
import { NeedsTwoFactor } from '../../../kit/place/NeedsTwoFactor'
import { Field } from '../../../ui/Field'
import { MoneyInput } from '../../../ui/MoneyInput'
import { type BatchRecord, planWords } from '../batch'

type Input = components['schemas']['SubmitBatchInput']

export interface SubmitProps extends CommandProps {
  batch: Pick<BatchRecord, 'id' | 'name' | 'plan_hash' | 'total'>
}

/** Has a batch paid: the person types the total that leaves, and the plan they saw goes with it. */
export default function Submit({ batch, onClose }: SubmitProps) {
  const t = useT('common', 'kit', 'payoutBatches')
  const language = useLanguage()
  const [typed, setTyped] = useDraft<number | null>('total', null)
  const sum = formatMoney(batch.total, language)
  return (
    <CommandDialog
      command="payouts:payout_batch:submit"
      title={t('payoutBatches.submit.title')}
      submit={t('payoutBatches.submit.submit')}
      subject={{ thing: batch.name }}
      fields={['total']}
      read={(): { input: Input } | { errors: Errors } =>
        typed === batch.total.amount
          ? { input: { plan: batch.plan_hash ?? '', total: { amount: typed, currency: 'BRL' } } }
          : { errors: { total: t(typed === null ? 'common.field_required' : 'payoutBatches.submit.wrong') } }
      }
      send={(input, header) => sendCommand('payouts:payout_batch:submit', { id: batch.id }, input, header)}
      planning={{
        ask: (input) =>
          body(
            api.POST('/v1/payouts/batches/{id}/submit/plan', {
              params: { path: { id: batch.id } },
              body: input,
            }),
          ),
        words: planWords(t, language),
        submit: (plan) =>
          t(plan.needs_approval ? 'payoutBatches.submit.request_sum' : 'payoutBatches.submit.submit_sum', {
            amount: sum,
          }),
      }}
      onDone={onClose}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <NeedsTwoFactor />
          <p>{t('payoutBatches.submit.text')}</p>
          <Field
            label={t('payoutBatches.submit.total')}
            hint={t('payoutBatches.submit.total_hint')}
            error={errors.total}
            required
          >
            {(control) => <MoneyInput {...control} value={typed} onChange={setTyped} />}
          </Field>
        </>
      )}
    </CommandDialog>
  )
}
