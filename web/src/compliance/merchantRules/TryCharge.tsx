import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { decimalsOf } from '../../kit/format'
import { useRested } from '../../kit/place/useRested'
import { MiniTable } from '../../kit/record/MiniTable'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { Checkbox } from '../../ui/Checkbox'
import { Field } from '../../ui/Field'
import { MoneyInput } from '../../ui/MoneyInput'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'
import { shownMargin, shownValue, signOf, type Tried, type TryInput, wordOf } from './rule'
import styles from './rules.module.css'

const PAYERS = ['cpf', 'cnpj', 'none'] as const
const KINDS = ['immediate', 'due', 'static', 'automatic'] as const
const LAST_HOUR = 23

/** In minor units, to begin with. */
const FIRST = 10_000

/** What the rules would do with a charge of this merchant, in the currency of its limits, condition by condition. */
export function TryCharge({ merchant, currency }: { merchant: number; currency: string }) {
  const t = useT('merchantRules')
  const inCurrency = (amount: number) => ({ amount, currency })
  const [charge, setCharge] = useState<TryInput>({
    amount: inCurrency(FIRST),
    hour: 12,
    payer: 'cpf',
    first_seen: false,
    kind: 'immediate',
  })
  const asked = useRested(JSON.stringify(charge))
  const { data } = useQuery({
    queryKey: ['compliance', 'merchant-rules', 'try', merchant, asked],
    queryFn: ({ signal }) =>
      body(
        api.POST('/v1/compliance/merchant-rules/{merchant}/try', {
          params: { path: { merchant: String(merchant) } },
          body: JSON.parse(asked) as TryInput,
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const put = (part: Partial<TryInput>) => setCharge((now) => ({ ...now, ...part }))
  return (
    <Card title={t('merchantRules.card.try')}>
      <div className={styles.form}>
        <Field label={t('merchantRules.fact.amount')}>
          {(control) => (
            <MoneyInput
              {...control}
              currency={currency}
              decimals={decimalsOf(currency)}
              value={charge.amount.amount}
              onChange={(amount) => put({ amount: inCurrency(amount ?? 1) })}
            />
          )}
        </Field>
        <Field label={t('merchantRules.fact.hour')}>
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              maxLength={2}
              value={String(charge.hour)}
              onChange={({ target }) =>
                put({ hour: Math.min(LAST_HOUR, Number(target.value.replaceAll(/\D/g, '')) || 0) })
              }
            />
          )}
        </Field>
        <Field label={t('merchantRules.fact.payer')}>
          {(control) => (
            <Select
              {...control}
              value={charge.payer}
              options={PAYERS.map((value) => ({ value, label: wordOf(t, 'payer', value) }))}
              onChange={(payer) => put({ payer: PAYERS.find((each) => each === payer) ?? 'none' })}
            />
          )}
        </Field>
        <Field label={t('merchantRules.fact.kind')}>
          {(control) => (
            <Select
              {...control}
              value={charge.kind}
              options={KINDS.map((value) => ({ value, label: wordOf(t, 'kind', value) }))}
              onChange={(kind) => put({ kind: KINDS.find((each) => each === kind) ?? 'immediate' })}
            />
          )}
        </Field>
        <Checkbox
          label={t('merchantRules.fact.first_seen')}
          checked={charge.first_seen}
          onChange={(first_seen) => put({ first_seen })}
        />
      </div>
      {data && <Outcome tried={data} currency={currency} />}
    </Card>
  )
}

function Outcome({ tried: { decided, rule, rules }, currency }: { tried: Tried; currency: string }) {
  const t = useT('merchantRules')
  const language = useLanguage()
  return (
    <>
      <Banner
        tone={decided === 'block' ? 'error' : decided === 'review' ? 'awaiting' : 'success'}
        role="status"
      >
        {wordOf(t, 'decided', decided)}
        {rule && ` · ${rule}`}
      </Banner>
      <MiniTable
        label={t('merchantRules.card.try')}
        columns={[
          { key: 'rule', title: t('merchantRules.column.rule'), wide: true },
          { key: 'outcome', title: t('merchantRules.column.outcome') },
          { key: 'conditions', title: t('merchantRules.column.conditions'), wide: true },
        ]}
        rows={rules.map(({ position, rule: name, outcome, comparisons }) => ({
          key: String(position),
          cells: [
            `${position}. ${name}`,
            wordOf(t, 'outcome', outcome),
            comparisons
              .map(({ fact, operator, threshold, value, margin }) => {
                const shown = (text: string) => shownValue(t, language, fact, text, currency)
                const beyond = margin === null ? '' : ` (${shownMargin(t, language, fact, margin, currency)})`
                return `${wordOf(t, 'fact', fact)} ${shown(value)} ${signOf(operator)} ${shown(threshold)}${beyond}`
              })
              .join(' · ') || '—',
          ],
        }))}
      />
    </>
  )
}
