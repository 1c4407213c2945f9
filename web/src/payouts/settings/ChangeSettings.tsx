import { useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { planWords, type Rules, type Settings, wordOf } from './settings'

/** All settings of a merchant; what is left empty is as for all, or no limit. */
export default function ChangeSettings({ settings, onClose }: CommandProps & { settings: Settings }) {
  const t = useT('common', 'kit', 'payoutSettings')
  const language = useLanguage()
  const newest = settings.versions[0] ?? settings.own
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
      own={versionOf(settings)}
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

/** The version is that of what the person saw. */
export const versionOf = ({ version }: Settings) => ({
  name: 'version',
  fields: [],
  read: () => ({ input: version }),
  draw: () => null,
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
