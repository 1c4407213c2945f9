import { useState } from 'react'
import { type Translate, useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm, type OwnPart } from '../../kit/command/CommandForm'
import { FeeTiers, type TypedTier } from './FeeTiers'
import { LimitsBacktest } from './LimitsBacktest'
import { planWords, type Rules, type Settings, wordOf } from './settings'

/** All settings of a merchant; what is left empty is as for all, or no limit. */
export default function ChangeSettings({ settings, onClose }: CommandProps & { settings: Settings }) {
  const t = useT('common', 'kit', 'payoutSettings')
  const language = useLanguage()
  const newest = settings.versions[0] ?? settings.own
  const [tiers, setTiers] = useState<TypedTier[]>(() => typed(newest?.fee_tiers ?? []))
  const options = (group: 'hold_ends' | 'duplicates' | 'allow_list', values: readonly string[]) =>
    values.map((value) => ({ value, label: wordOf(t, group, value) }))
  return (
    <CommandForm
      command="payouts:settings:change"
      ids={{ id: String(settings.company_id) }}
      title={t('payoutSettings.change.title')}
      submit={t('payoutSettings.change.submit')}
      text={<p>{t('payoutSettings.change.text')}</p>}
      texts="payoutSettings.field"
      subject={settings.company_name}
      fixed={{ version: settings.version }}
      own={tiersOf(settings, tiers, setTiers, t)}
      initial={newest ? valuesOf(newest) : undefined}
      options={{
        hold_ends: options('hold_ends', ['refuse', 'release']),
        duplicates: options('duplicates', ['warn', 'refuse', 'off']),
        allow_list: options('allow_list', ['off', 'warn', 'trusted']),
      }}
      words={planWords(t, language)}
      onDone={() => {
        onClose()
        showAlert('success', t('payoutSettings.change.done'))
      }}
      onClose={onClose}
    />
  )
}

const typed = (tiers: Rules['fee_tiers']): TypedTier[] =>
  tiers.map(({ from_payment, fee, fee_percent }, key) => ({
    key,
    from: String(from_payment),
    fee: fee.amount,
    percent: Number(fee_percent) > 0 ? fee_percent : '',
  }))

function readTiers(tiers: readonly TypedTier[], t: Translate) {
  const right = tiers.every(
    ({ from, fee }) => /^\d{1,9}$/.test(from.trim()) && Number(from) > 1 && fee !== null,
  )
  if (!right) return { errors: { fee_tiers: t('payoutSettings.tiers.wrong') } }
  return {
    input: tiers.map(({ from, fee, percent }) => ({
      from_payment: Number(from),
      fee: { amount: fee ?? 0, currency: 'BRL' },
      fee_percent: percent.trim().replace(',', '.') || null,
    })),
  }
}

/** The steps of the fees; before the settings are saved, what their limits would have stopped stands below them. */
const tiersOf = (
  settings: Settings,
  tiers: readonly TypedTier[],
  onChange: (tiers: TypedTier[]) => void,
  t: Translate,
): OwnPart => ({
  name: 'fee_tiers',
  fields: ['fee_tiers'],
  read: () => readTiers(tiers, t),
  draw: (values, errors) => (
    <>
      <FeeTiers tiers={tiers} onChange={onChange} error={errors.fee_tiers} />
      <LimitsBacktest company={settings.company_id} values={values} />
    </>
  ),
})

/** The version is that of what the person saw; what the limits of `to` would have stopped stands beside it. */
export const versionOf = (settings: Settings, to: Rules | undefined): OwnPart => ({
  name: 'version',
  fields: [],
  read: () => ({ input: settings.version }),
  draw: (values) => <LimitsBacktest company={settings.company_id} values={to ? valuesOf(to) : values} />,
})

const textOf = (value: number | null) => (value === null ? '' : String(value))

const valuesOf = (rules: Rules) => ({
  fee: rules.fee?.amount ?? null,
  fee_percent: rules.fee_percent ?? '',
  fee_least: rules.fee_least?.amount ?? null,
  fee_top: rules.fee_top?.amount ?? null,
  fee_back: rules.fee_back,
  most: rules.most?.amount ?? null,
  first_most: rules.first_most?.amount ?? null,
  day_most: rules.day_most?.amount ?? null,
  night_most: rules.night_most?.amount ?? null,
  day_count_most: textOf(rules.day_count_most),
  payee_day_most: rules.payee_day_most?.amount ?? null,
  payee_count_most: textOf(rules.payee_count_most),
  pix: rules.methods.includes('pix'),
  slip: rules.methods.includes('slip'),
  ted: rules.methods.includes('ted'),
  ted_may_be_pix: rules.ted_may_be_pix,
  cooling_off_hours: textOf(rules.cooling_off_hours),
  queue: rules.queue,
  queue_days: String(rules.queue_days),
  queue_skips: rules.queue_skips,
  hold_ends: rules.hold_ends,
  duplicates: rules.duplicates,
  external_id_needed: rules.external_id_needed,
  allow_list: rules.allow_list,
})
