import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, body } from '../../app/api'
import { textOf } from '../../app/errors'
import { useT } from '../../app/i18n'
import { useRested } from '../../kit/place/useRested'
import { Card } from '../../ui/Card'
import { Field } from '../../ui/Field'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'
import type { Bank } from './bank'
import styles from './banks.module.css'

const FIELDS = [
  { field: 'branch', most: 4 },
  { field: 'number', most: 19 },
  { field: 'digit', most: 1 },
] as const
const TYPES = ['CACC', 'SVGS', 'TRAN'] as const

/** Says of a branch and an account whether they can be right at this bank, and how they would be sent. */
export function TryAccount({ bank: { ispb } }: { bank: Bank }) {
  const t = useT('common', 'payoutBanks')
  const [form, setForm] = useState({ account_type: 'CACC', branch: '', number: '', digit: '' })
  const whole = Boolean(form.branch && form.number && form.digit)
  const typed = JSON.stringify(form)
  const rested = useRested(typed)
  const { data } = useQuery({
    queryKey: ['payout-bank-account', ispb, rested],
    queryFn: ({ signal }) =>
      body(
        api.GET('/v1/payouts/banks/{id}/account', {
          params: { path: { id: ispb }, query: JSON.parse(rested) as typeof form },
          signal,
        }),
      ),
    enabled: whole && rested === typed,
  })
  const said = whole && rested === typed ? data : undefined
  return (
    <Card title={t('payoutBanks.card.try')}>
      <div className={styles.form}>
        <Field label={t('payoutBanks.try.account_type')}>
          {(control) => (
            <Select
              id={control.id}
              options={TYPES.map((value) => ({ value, label: t(`payoutBanks.account_type.${value}`) }))}
              value={form.account_type}
              onChange={(account_type) => setForm((now) => ({ ...now, account_type }))}
            />
          )}
        </Field>
        <div className={styles.numbers}>
          {FIELDS.map(({ field, most }) => (
            <Field
              key={field}
              label={t(`payoutBanks.try.${field}`)}
              error={said?.field === field && said.problem ? textOf(t, said.problem) : undefined}
            >
              {(control) => (
                <TextInput
                  {...control}
                  inputMode={field === 'digit' ? undefined : 'numeric'}
                  autoComplete="off"
                  maxLength={most}
                  value={form[field]}
                  onChange={(event) => setForm((now) => ({ ...now, [field]: event.target.value }))}
                />
              )}
            </Field>
          ))}
        </div>
        <p aria-live="polite" className={styles.said}>
          {said?.number ? t('payoutBanks.try.sent', { number: said.number }) : t('payoutBanks.try.hint')}
        </p>
      </div>
    </Card>
  )
}
