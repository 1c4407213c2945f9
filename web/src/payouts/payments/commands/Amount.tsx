import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, body } from '../../../app/api'
import { useLanguage, useT } from '../../../app/i18n'
import { settings } from '../../../app/state'
import { useStore } from '../../../app/store'
import { useZone } from '../../../app/zone'
import { addDays, dayOf } from '../../../kit/calendar'
import { DatePicker } from '../../../kit/date/DatePicker'
import { formatMoney } from '../../../kit/format'
import { Field } from '../../../ui/Field'
import { MoneyInput } from '../../../ui/MoneyInput'
import { Select } from '../../../ui/Select'
import { TextInput } from '../../../ui/TextInput'
import { PRIORITIES } from '../payment'
import type { StepProps } from './Destination'
import type { Destination, PayForm } from './payForm'

const FURTHEST_DAYS = 366

/** The third step: how much, when, and what for. */
export function Amount({ found, form, errors, put }: StepProps & { found: Destination }) {
  const t = useT('payoutPayments', 'transfers')
  const [opened] = useState(() => new Date())
  const today = dayOf(opened, useZone())
  const terms = useTerms()
  const hint = useHint(terms, found)
  const line = (
    name: 'purpose' | 'description' | 'external_id' | 'tags' | 'cost_centre',
    value: string,
    most: number,
    key: string,
  ) => (
    <Field
      label={t(`payoutPayments.field.${name}`)}
      error={errors[name]}
      optional={!(name === 'external_id' && terms?.external_id_needed)}
      required={name === 'external_id' && terms?.external_id_needed}
    >
      {(control) => (
        <TextInput
          {...control}
          maxLength={most}
          autoComplete="off"
          value={value}
          onChange={(event) => put({ [key]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <>
      <Field label={t('payoutPayments.field.amount')} hint={hint} error={errors.amount} required>
        {(control) => (
          <MoneyInput
            {...control}
            value={found.amount?.amount ?? form.amount}
            onChange={(amount) => put({ amount })}
          />
        )}
      </Field>
      <DatePicker
        label={t('payoutPayments.field.scheduled_for')}
        hint={t('transfers.new.day_hint')}
        value={form.day}
        min={today}
        max={addDays(today, FURTHEST_DAYS)}
        error={errors.scheduled_for}
        onChange={(day, dayWhole) => put({ day, dayWhole })}
      />
      {line('purpose', form.purpose, 40, 'purpose')}
      {line('description', form.description, 140, 'description')}
      {line('external_id', form.externalId, 64, 'externalId')}
      {line('cost_centre', form.costCentre, 60, 'costCentre')}
      {line('tags', form.tags, 320, 'tags')}
      <Field
        label={t('payoutPayments.field.priority')}
        hint={t('payoutPayments.pay.priority_hint')}
        error={errors.priority}
      >
        {(control) => (
          <Select
            {...control}
            value={form.priority ?? 'normal'}
            options={PRIORITIES.map((value) => ({ value, label: t(`payoutPayments.priority.${value}`) }))}
            onChange={(priority) => put({ priority: priority as PayForm['priority'] })}
          />
        )}
      </Field>
      {(errors.duplicate_reason || form.duplicateReason) && (
        <Field label={t('payoutPayments.field.duplicate_reason')} error={errors.duplicate_reason} required>
          {(control) => (
            <TextInput
              {...control}
              maxLength={140}
              value={form.duplicateReason}
              onChange={(event) => put({ duplicateReason: event.target.value })}
            />
          )}
        </Field>
      )}
    </>
  )
}

type Terms = NonNullable<ReturnType<typeof useTerms>>

/** What stands under the amount: what there is, and what may leave. */
function useHint(terms: Terms | undefined, found: Destination): string | undefined {
  const t = useT('payoutPayments', 'transfers')
  const language = useLanguage()
  if (!terms) return undefined
  const money = (value: Terms['most']) => formatMoney(value, language)
  return [
    t('payoutPayments.pay.amount_hint', { available: money(terms.available), most: money(terms.most) }),
    terms.first_most &&
      found.payments === 0 &&
      t('payoutPayments.pay.first_most', { most: money(terms.first_most) }),
    terms.day_left && t('transfers.new.day_left', { left: money(terms.day_left) }),
    terms.night_left && t('transfers.new.night_left', { left: money(terms.night_left) }),
    terms.count_left !== null && t('payoutPayments.pay.count_left', { count: terms.count_left }),
    terms.payee_most && t('payoutPayments.pay.payee_most', { most: money(terms.payee_most) }),
    terms.fee === null
      ? t('payoutPayments.pay.fee_varies')
      : terms.fee.amount > 0 && t('transfers.new.fee', { fee: money(terms.fee) }),
  ]
    .filter(Boolean)
    .join('. ')
}

/** What can be paid now, and at what price. */
function useTerms() {
  const account = useStore(settings, (state) => state.account?.id ?? null)
  const { data } = useQuery({
    queryKey: ['list', 'payouts.payment_terms', account],
    queryFn: ({ signal }) => body(api.GET('/v1/payouts/payment-terms', { signal })),
    staleTime: 0,
  })
  return data
}
