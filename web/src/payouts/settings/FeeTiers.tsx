import { Plus, Trash2 } from 'lucide-react'
import { useT } from '../../app/i18n'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import { IconButton } from '../../ui/IconButton'
import { MoneyInput } from '../../ui/MoneyInput'
import { TextInput } from '../../ui/TextInput'
import styles from './FeeTiers.module.css'

/** One step of the fees as it is typed. */
export interface TypedTier {
  key: number
  from: string
  fee: number | null
  percent: string
}

/** Steps of the fee: from the so many-th payment of a month on, another one. */
export function FeeTiers({
  tiers,
  onChange,
  error,
}: {
  tiers: readonly TypedTier[]
  onChange: (tiers: TypedTier[]) => void
  error: string | undefined
}) {
  const t = useT('payoutSettings')
  const set = (key: number, change: Partial<TypedTier>) =>
    onChange(tiers.map((each) => (each.key === key ? { ...each, ...change } : each)))
  return (
    <fieldset className={styles.tiers}>
      <legend>{t('payoutSettings.field.fee_tiers')}</legend>
      <p>{t('payoutSettings.tiers.hint')}</p>
      {tiers.map(({ key, from, fee, percent }) => (
        <div key={key} className={styles.tier}>
          <Field label={t('payoutSettings.tiers.from_payment')} required>
            {(control) => (
              <TextInput
                {...control}
                inputMode="numeric"
                value={from}
                onChange={(event) => set(key, { from: event.target.value })}
              />
            )}
          </Field>
          <Field label={t('payoutSettings.field.fee')} required>
            {(control) => (
              <MoneyInput {...control} value={fee} onChange={(value) => set(key, { fee: value })} />
            )}
          </Field>
          <Field label={t('payoutSettings.field.fee_percent')}>
            {(control) => (
              <TextInput
                {...control}
                inputMode="decimal"
                value={percent}
                onChange={(event) => set(key, { percent: event.target.value })}
              />
            )}
          </Field>
          <IconButton
            label={t('payoutSettings.tiers.remove')}
            icon={<Trash2 size={18} strokeWidth={1.75} aria-hidden />}
            onClick={() => onChange(tiers.filter((each) => each.key !== key))}
          />
        </div>
      ))}
      {error && <p role="alert">{error}</p>}
      {tiers.length < 10 && (
        <Button
          variant="secondary"
          size="small"
          onClick={() =>
            onChange([
              ...tiers,
              { key: Math.max(0, ...tiers.map((each) => each.key)) + 1, from: '', fee: null, percent: '' },
            ])
          }
        >
          <Plus size={18} strokeWidth={1.75} aria-hidden />
          {t('payoutSettings.tiers.add')}
        </Button>
      )}
    </fieldset>
  )
}
