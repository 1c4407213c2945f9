import type { Answer } from '../../app/api'
import type { components } from '../../app/api-types'
import type { Language, Translate } from '../../app/i18n'
import { wordsOf } from '../../app/i18n'
import type { PlanWords } from '../../kit/command/plan'
import { formatMoney, formatNumber, formatShare, type Money } from '../../kit/format'
import type { Status } from '../../kit/list/definition'

/** Where the settings of payouts are, and how their values read. */

export type SettingsRow = Answer<'/v1/payouts/settings', 'get'>[number]
export type Settings = components['schemas']['PayoutSettings']
export type Rules = components['schemas']['PayoutRulesShown']
export type Use = Settings['use'][number]
export type Version = Settings['versions'][number]

export const SETTINGS_PATH = '/dashboard/payouts/settings/overview'
export const settingsPath = (company: number) => `${SETTINGS_PATH}/${company}`
export const MAY_CHANGE = ['payout::settings:write']

export const wordOf = wordsOf('payoutSettings')

export const FIELDS = [
  'methods',
  'ted_may_be_pix',
  'fee',
  'fee_percent',
  'fee_least',
  'fee_top',
  'fee_back',
  'fee_tiers',
  'most',
  'first_most',
  'day_most',
  'night_most',
  'day_count_most',
  'payee_day_most',
  'payee_count_most',
  'allow_list',
  'cooling_off_hours',
  'queue',
  'queue_days',
  'queue_skips',
  'hold_ends',
  'duplicates',
  'external_id_needed',
] as const satisfies readonly (keyof Rules)[]

const STATE_TONES = { active: 'success', scheduled: 'awaiting', past: 'neutral' } as const
export const VERSION_STATES: readonly Status[] = Object.entries(STATE_TONES).map(([value, tone]) => ({
  value,
  tone,
  label: `payoutSettings.state.${value}`,
}))

type Tier = Rules['fee_tiers'][number]

const tierWords = (t: Translate, language: Language, tiers: readonly Tier[]) =>
  tiers
    .map(({ from_payment, fee, fee_percent }) =>
      t('payoutSettings.tiers.step', {
        from: formatNumber(from_payment, language),
        fee: [formatMoney(fee, language), Number(fee_percent) > 0 && formatShare(fee_percent, language)]
          .filter(Boolean)
          .join(' + '),
      }),
    )
    .join('; ')

/** How one setting reads; `empty` is what stands for nothing. */
export function valueWords(
  t: Translate,
  language: Language,
  field: string,
  value: Rules[keyof Rules] | string | number | Money,
  empty = '—',
): string {
  if (value === null) return empty
  if (field === 'fee_tiers') return tierWords(t, language, value as unknown as Tier[]) || empty
  if (Array.isArray(value))
    return (value as string[]).map((each) => wordOf(t, 'method', each)).join(', ') || '—'
  if (typeof value === 'object') return formatMoney(value, language)
  if (typeof value === 'boolean') return t(value ? 'payoutSettings.yes' : 'payoutSettings.no')
  if (field === 'fee_percent') return formatShare(String(value), language)
  if (field === 'queue_days') return t('payoutSettings.days', { count: Number(value) })
  if (field === 'day_count_most' || field === 'payee_count_most')
    return t('payoutSettings.count', { count: Number(value) })
  if (field === 'cooling_off_hours') return t('payoutSettings.hours', { count: Number(value) })
  if (field === 'hold_ends' || field === 'duplicates' || field === 'allow_list')
    return wordOf(t, field, String(value))
  return String(value)
}

/** The words of a plan. */
export function planWords(t: Translate, language: Language): PlanWords {
  return {
    field: (name) => t(`payoutSettings.field.${name}`),
    value: (field, value) => valueWords(t, language, field, value),
  }
}
