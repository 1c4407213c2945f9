import { useT } from '../../app/i18n'
import { useMerchants } from '../../kit/useMerchants'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { Checkbox } from '../../ui/Checkbox'
import { Field } from '../../ui/Field'
import { MoneyInput } from '../../ui/MoneyInput'
import { Select } from '../../ui/Select'
import type { Group } from './rules'
import styles from './rules.module.css'
import type { Tried, TriedCharge } from './useTried'

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour}h` }))
const PAYERS = ['cpf', 'cnpj', 'none'] as const
const KINDS = ['immediate', 'due', 'static', 'automatic'] as const

/** Which group a charge would meet: told while the groups are written. */
export function Tester({ tried, groups }: { tried: Tried; groups: readonly Group[] }) {
  const t = useT('pixRules')
  const { charge, setCharge, group } = tried
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
