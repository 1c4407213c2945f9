import type { Answer } from '../../app/api'
import type { components } from '../../app/api-types'
import type { Language, Translate } from '../../app/i18n'
import type { PlanWords } from '../../kit/command/plan'
import { durationWords, UNITS } from '../../kit/duration'
import { formatMoney, formatShare, type Money } from '../../kit/format'

/** Where the settings of pay-in are, and how their values read. */

export type SettingsRow = Answer<'/v1/payin/settings', 'get'>[number]
export type Settings = components['schemas']['PayinSettings']
export type MethodSettings = Settings['methods'][number]

export const SETTINGS_PATH = '/dashboard/payin/settings/overview'
export const settingsPath = (company: number) => `${SETTINGS_PATH}/${company}`
export const MAY_SETTINGS = ['gateway::all']
export const METHODS = ['immediate', 'due', 'static', 'automatic'] as const
/** Company 1: what it has is everybody's who has nothing of their own. */
export const HOUSE = 1

/** "1 day", "30 dias". */
export const daysWords = (days: number, language: Language) => durationWords(days * UNITS.days, language)

/** "0.79% + R$0.99"; what is nothing is left out. */
export function feeWords(language: Language, percentage: string, fixed: Money): string {
  const share = formatShare(percentage, language)
  if (!fixed.amount) return share
  return Number(percentage) ? `${share} + ${formatMoney(fixed, language)}` : formatMoney(fixed, language)
}

/** What a plan or the history tells: each field by its name, each value as the screens show it. */
export function settingsWords(t: Translate, language: Language): PlanWords {
  return {
    field: (name) => {
      const method = METHODS.find((each) => name.startsWith(`${each}_`))
      if (!method) return t(`payinSettings.field.${name}`)
      const part = t(`payinSettings.field.${name.slice(method.length + 1)}`)
      return `${t(`payinSettings.method.${method}`)}: ${part}`
    },
    value: (field, value) => {
      if (value === null) return '—'
      if (typeof value === 'object') return formatMoney(value, language)
      if (typeof value === 'boolean') return t(value ? 'payinSettings.yes' : 'payinSettings.no')
      if (field.endsWith('percentage')) return formatShare(String(value), language)
      if (field === 'expires_in') return durationWords(Number(value), language)
      return field === 'valid_days' ? daysWords(Number(value), language) : String(value)
    },
  }
}
