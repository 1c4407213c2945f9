import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, body } from '../../../app/api'
import { useLanguage, useT } from '../../../app/i18n'
import { settings } from '../../../app/state'
import { useStore } from '../../../app/store'
import { useZone } from '../../../app/zone'
import { addDays, dayOf } from '../../../kit/calendar'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandDialog } from '../../../kit/command/CommandDialog'
import { useDraft } from '../../../kit/command/draft'
import { amountOf } from '../../../kit/command/plan'
import { sendCommand } from '../../../kit/command/send'
import { DatePicker } from '../../../kit/date/DatePicker'
import { formatDay, formatMoney, formatTime, type Money } from '../../../kit/format'
import { bankName } from '../../../kit/place/bankName'
import { NeedsTwoFactor } from '../../../kit/place/NeedsTwoFactor'
import { Field } from '../../../ui/Field'
import { MoneyInput } from '../../../ui/MoneyInput'
import { Select } from '../../../ui/Select'
import { TextInput } from '../../../ui/TextInput'
import { planWords, type Transfer, transferPath } from '../transfer'
import { useBeneficiaries } from '../useBeneficiaries'
import { readTransfer, type TransferForm } from './transferForm'

export interface NewTransferProps extends CommandProps {
  /** Of one that did not arrive, to ask for it anew. */
  like?: Pick<Transfer, 'amount' | 'bank_account_id' | 'description'>
}

const FURTHEST_DAYS = 366

/** Takes money out of the account: to which bank account, how much, now or later. */
export default function NewTransfer({ like, onClose }: NewTransferProps) {
  const t = useT('common', 'kit', 'transfers')
  const language = useLanguage()
  const navigate = useNavigate()
  const [opened] = useState(() => new Date())
  const today = dayOf(opened, useZone())
  const verified = useBeneficiaries()
  const accounts = verified.filter(({ usable }) => usable)
  const terms = useTerms()
  const [form, setForm] = useDraft<TransferForm>('form', {
    amount: like?.amount.amount ?? null,
    account: like?.bank_account_id ?? null,
    description: like?.description ?? '',
    day: null,
    dayWhole: true,
  })
  const put = (part: Partial<TransferForm>) => setForm((now) => ({ ...now, ...part }))
  // Until somebody chooses, it is the usual account; one that may not be paid to any more is none.
  const chosen = accounts.find(({ id }) => id === form.account) ?? (form.account ? undefined : accounts[0])
  const money = (value: Money) => formatMoney(value, language)
  return (
    <CommandDialog
      command="account:withdrawal:create"
      title={t('transfers.new.title')}
      submit={t('transfers.new.submit')}
      fields={['amount', 'bank_account', 'description', 'scheduled_for']}
      read={() => readTransfer({ ...form, account: chosen?.id ?? null }, t)}
      send={(input, header) => sendCommand('account:withdrawal:create', {}, input, header)}
      planning={{
        ask: (input) => body(api.POST('/v1/account/withdrawals/plan', { body: input })),
        words: planWords(t, language, 'status'),
        first: (plan, input) => {
          const fee = plan.facts.find(({ field }) => field === 'fee')?.value
          const paid = typeof fee === 'object' && fee ? fee.amount : 0
          const total = { ...input.amount, currency: 'BRL' as const, amount: input.amount.amount + paid }
          const arrives = input.scheduled_for
            ? formatDay(input.scheduled_for, language)
            : t('transfers.new.arrives_now')
          return [
            {
              name: 'fee',
              label: t('transfers.new.fee_label'),
              value: paid > 0 ? money({ ...total, amount: paid }) : t('transfers.new.no_fee'),
            },
            { name: 'gross', label: t('transfers.new.total'), value: money(total) },
            { name: 'scheduled_for', label: t('transfers.new.arrives'), value: arrives },
            ...(input.description
              ? [{ name: 'description', label: t('transfers.new.message'), value: input.description }]
              : []),
          ]
        },
        submit: (plan) => {
          const amount = amountOf(plan)
          if (!amount) return t('transfers.new.submit')
          return t(plan.needs_approval ? 'transfers.new.request_sum' : 'transfers.new.submit_sum', {
            amount: formatMoney(amount, language),
          })
        },
      }}
      onDone={(made) => {
        onClose()
        void navigate({ to: transferPath(made.id) })
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <NeedsTwoFactor />
          <Field
            label={t('transfers.new.amount')}
            hint={
              terms &&
              [
                t('transfers.new.amount_hint', {
                  available: money(terms.available),
                  most: money(terms.most),
                }),
                terms.day_left && t('transfers.new.day_left', { left: money(terms.day_left) }),
                terms.night_left && t('transfers.new.night_left', { left: money(terms.night_left) }),
              ]
                .filter(Boolean)
                .join('. ')
            }
            error={errors.amount}
            required
          >
            {(control) => (
              <MoneyInput {...control} value={form.amount} onChange={(amount) => put({ amount })} />
            )}
          </Field>
          <Field
            label={t('transfers.new.account')}
            hint={accounts.length === 0 && t('transfers.new.no_account')}
            error={errors.bank_account}
            required
          >
            {(control) => (
              <Select
                id={control.id}
                describedBy={control['aria-describedby']}
                invalid={control['aria-invalid']}
                placeholder={t('transfers.new.choose')}
                options={verified.map(({ id, nickname, bank_name, pix_key, usable, usable_from }) => ({
                  value: id,
                  label: [
                    nickname,
                    bankName(bank_name) ?? pix_key,
                    !usable &&
                      usable_from &&
                      t('transfers.new.usable_from', { at: formatTime(usable_from, language) }),
                  ]
                    .filter(Boolean)
                    .join(' · '),
                  disabled: !usable,
                }))}
                value={chosen?.id ?? null}
                onChange={(account) => put({ account })}
              />
            )}
          </Field>
          <DatePicker
            label={t('transfers.new.day')}
            hint={t('transfers.new.day_hint')}
            value={form.day}
            min={today}
            max={addDays(today, FURTHEST_DAYS)}
            error={errors.scheduled_for}
            onChange={(day, dayWhole) => put({ day, dayWhole })}
          />
          <Field label={t('transfers.new.description')} error={errors.description} optional>
            {(control) => (
              <TextInput
                {...control}
                maxLength={140}
                value={form.description}
                onChange={(event) => put({ description: event.target.value })}
              />
            )}
          </Field>
          {terms && terms.fee.amount > 0 && <p>{t('transfers.new.fee', { fee: money(terms.fee) })}</p>}
        </>
      )}
    </CommandDialog>
  )
}

/** What can be withdrawn now, and at what price. */
function useTerms() {
  const account = useStore(settings, (state) => state.account?.id ?? null)
  const { data } = useQuery({
    queryKey: ['list', 'account.transfer_terms', account],
    queryFn: ({ signal }) => body(api.GET('/v1/account/withdrawal-terms', { signal })),
    staleTime: 0,
  })
  return data
}
