import { useT } from '../../app/i18n'
import { useMerchants } from '../../kit/useMerchants'
import styles from '../../rules/rules.module.css'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { Checkbox } from '../../ui/Checkbox'
import { Field } from '../../ui/Field'
import { MoneyInput } from '../../ui/MoneyInput'
import { Select } from '../../ui/Select'
import type { Group, TriedCharge } from './rules'

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour}h` }))
const PAYERS = ['cpf', 'cnpj', 'none'] as const
const KINDS = ['immediate', 'due', 'static', 'automatic'] as const

interface TesterProps {
  charge: TriedCharge
  setCharge: (part: Partial<TriedCharge>) => void
  /** The place of the group that the charge meets; null: none; undefined: not known. */
  group: number | null | undefined
  groups: readonly Group[]
}

/** Which group a charge would meet: told while the groups are written. */
export function Tester({ charge, setCharge, group, groups }: TesterProps) {
  const t = useT('pixRules')
  const merchants = useMerchants()
  const said =
    group === undefined
      ? t('pixRules.try.unknown')
      : group === null
        ? t('pixRules.try.none')
        : t('pixRules.try.met', { place: group + 1, name: groups[group]?.name ?? '' })
  return (
    <Card title={t('pixRules.try.title')}>
      <div className={styles.form}>
        <div className={styles.pair}>
          <Field label={t('pixRules.try.amount')}>
            {(control) => (
              <MoneyInput
                {...control}
                value={charge.amount.amount}
                onChange={(amount) => setCharge({ amount: { amount: amount || 1, currency: 'BRL' } })}
              />
            )}
          </Field>
          <Field label={t('pixRules.try.hour')}>
            {(control) => (
              <Select
                id={control.id}
                options={HOURS}
                value={String(charge.hour)}
                onChange={(hour) => setCharge({ hour: Number(hour) })}
              />
            )}
          </Field>
          <Field label={t('pixRules.try.merchant')}>
            {(control) => (
              <Select
                id={control.id}
                options={merchants}
                value={String(charge.merchant)}
                onChange={(merchant) => setCharge({ merchant: Number(merchant) })}
              />
            )}
          </Field>
          <Field label={t('pixRules.try.payer')}>
            {(control) => (
              <Select
                id={control.id}
                options={PAYERS.map((payer) => ({ value: payer, label: t(`pixRules.payer.${payer}`) }))}
                value={charge.payer ?? 'none'}
                onChange={(payer) => setCharge({ payer: payer as TriedCharge['payer'] })}
              />
            )}
          </Field>
          <Field label={t('pixRules.try.kind')}>
            {(control) => (
              <Select
                id={control.id}
                options={KINDS.map((kind) => ({ value: kind, label: t(`pixRules.kind.${kind}`) }))}
                value={charge.kind ?? 'immediate'}
                onChange={(kind) => setCharge({ kind: kind as TriedCharge['kind'] })}
              />
            )}
          </Field>
        </div>
        <Checkbox
          label={t('pixRules.try.first_seen')}
          checked={charge.first_seen ?? false}
          onChange={(first_seen) => setCharge({ first_seen })}
        />
        <div aria-live="polite">
          <Banner tone={group === undefined ? 'atention' : 'info'}>{said}</Banner>
        </div>
      </div>
    </Card>
  )
}
