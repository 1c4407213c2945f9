import type { Answer } from '../app/api'
import type { components } from '../app/api-types'
import type { Language, Translate } from '../app/i18n'
import { formatMoney, formatNumber, formatPercent } from '../kit/format'
import type { Status } from '../kit/list/definition'

/** Rules, alerts and cases of PLD as the server tells them, and the words for their values. */

type Schemas = components['schemas']

export type RuleRow = Answer<'/v1/pld-engine/rules', 'get'>[number]
export type BacktestRow = Answer<'/v1/pld-engine/backtests', 'get'>[number]
export type AlertRow = Answer<'/v1/pld-engine/alerts', 'get'>[number]
export type CaseRow = Answer<'/v1/pld-engine/cases', 'get'>[number]
export type ClockRow = Answer<'/v1/pld-engine/clocks', 'get'>[number]
export type CommunicationRow = Answer<'/v1/pld-engine/communications', 'get'>[number]
export type FileRow = Answer<'/v1/pld-engine/coaf-files', 'get'>[number]
export type Communication = Schemas['CommunicationRecord']
export type Rule = Schemas['RuleRecord']
export type Version = Schemas['VersionShape']
export type Backtest = Schemas['BacktestRecord']
export type BlindSpotRow = Answer<'/v1/pld-engine/blind-spots', 'get'>[number]
export type BlindSpotSearch = Schemas['BlindSpotRecord']
export type BlindSpot = Schemas['BlindSpot']
export type ScheduleStep = Schemas['ScheduleStep']
export type PlantedAnswer = Schemas['PlantedAnswer']
export type AlertStop = Schemas['AlertStop']
export type Alert = Schemas['AlertRecord']
export type Case = Schemas['PldCaseRecord']
export type Why = Schemas['Why']
export type Feature = Schemas['FeatureShape']

const RULES = '/dashboard/compliance/pld-rule-management'
const ALERTS = '/dashboard/compliance/pld-alert-management'

export const RULES_PATH = `${RULES}/rules-list`
export const FEATURES_PATH = `${RULES}/features`
export const BACKTESTS_PATH = `${RULES}/backtests`
export const COVERAGE_PATH = `${RULES}/coverage`
export const BLIND_SPOTS_PATH = `${RULES}/blind-spots`
export const blindSpotPath = (id: string) => `${BLIND_SPOTS_PATH}/${id}`
export const NEW_RULE_PATH = `${RULES}/new`
export const rulePath = (id: string) => `${RULES}/${id}`
export const draftPath = (id: string) => `${RULES}/${id}/draft`
export const backtestPath = (id: string) => `${BACKTESTS_PATH}/${id}`
export const ALERTS_PATH = `${ALERTS}/triggered-alerts`
export const CASES_PATH = `${ALERTS}/cases`
export const COAF_PATH = `${ALERTS}/coaf`
export const FILES_PATH = `${COAF_PATH}/files`
export const communicationPath = (id: string) => `${COAF_PATH}/${id}`
export const CLOCKS_PATH = `${ALERTS}/clocks`
export const REASONS_PATH = `${ALERTS}/reasons`
export const alertPath = (id: string) => `${ALERTS}/${id}`
export const blockEntryPath = (id: string) => `/dashboard/compliance/block-list/${id}`
export const companyPath = (id: number): string => `/dashboard/companies/${id}`
export const casePath = (id: string) => `${CASES_PATH}/${id}`

export const SEE_RULES = ['compliance::rules:read']
export const MAY_RULES = ['compliance::rules:write']
export const SEE_ALERTS = ['compliance::occurrences:read']
export const MAY_ALERTS = ['compliance::occurrences:write']
export const SEE_CASES = ['compliance::cases:read']
export const MAY_CASES = ['compliance::cases:write']
export const MAY_DECIDE = ['compliance::cases:decide']

export const SEE_COAF = ['compliance::coaf:read']
export const MAY_SEND = ['compliance::coaf:send']

const statuses = (group: string, tones: Record<string, Status['tone']>): readonly Status[] =>
  Object.entries(tones).map(([value, tone]) => ({ value, tone, label: `pld.${group}.${value}` }))

export const VERSION_STATUSES = statuses('status', {
  active: 'success',
  shadow: 'info',
  approved: 'info',
  draft: 'awaiting',
  retired: 'neutral',
  discarded: 'neutral',
})
export const SEVERITIES = statuses('severity', {
  critical: 'error',
  high: 'error',
  medium: 'awaiting',
  low: 'neutral',
})
export const BACKTEST_STATUSES = statuses('backtest_status', {
  asked: 'awaiting',
  done: 'success',
  failed: 'error',
})
export const SEARCH_STATUSES = statuses('search_status', {
  asked: 'awaiting',
  done: 'success',
})
export const ALERT_STATUSES = statuses('alert_status', {
  triggered: 'awaiting',
  under_review: 'info',
  escalated: 'error',
  dismissed: 'neutral',
  cleared: 'success',
})
export const CASE_STATES = statuses('case_state', {
  opened: 'awaiting',
  investigating: 'info',
  waiting: 'awaiting',
  proposed: 'awaiting',
  decided: 'info',
  communicated: 'success',
  closed: 'neutral',
})
export const COMMUNICATION_STATUSES = statuses('communication_status', {
  draft: 'awaiting',
  checked: 'info',
  approved: 'info',
  exported: 'info',
  sent: 'awaiting',
  receipted: 'success',
  refused: 'error',
  rectified: 'success',
  cancelled: 'neutral',
})
export const FILE_STATUSES = statuses('file_status', {
  exported: 'awaiting',
  sent: 'info',
  answered: 'success',
})
/** Siscoaf's tables TpEnv and ServPub. */
export const ROLES = '1 2 3 4 5 6 7 8 9 19 20 21 32 33 34 35 36 37'.split(' ')
export const SERVANTS = ['0', '1', '2', '3', '4'] as const
export const FILE_KINDS = ['send', 'rectify', 'cancel'] as const
export const DUE = statuses('due', {
  overdue: 'error',
  today: 'awaiting',
  days_7: 'awaiting',
  later: 'info',
  done: 'success',
})
export const HEALTH = statuses('health', {
  errors: 'error',
  silent: 'awaiting',
  running: 'success',
  off: 'neutral',
})
export const DECIDED = ['open', 'days_30', 'before'] as const
export const ASSIGNED = ['me', 'nobody', 'somebody', 'done'] as const
export const TARGETS = ['merchant', 'end_user'] as const
export const RULE_TYPES = ['alert', 'pld_action'] as const
export const PROPOSALS = ['archive', 'communicate', 'end_relationship'] as const
export const BLOCK_EFFECTS = ['hold', 'refuse', 'alert'] as const
export const BLOCK_DIRECTIONS = ['both', 'in', 'out'] as const
export const BLOCK_STATUSES = statuses('block_status', {
  unconfirmed: 'awaiting',
  active: 'error',
  expired: 'neutral',
  lifted: 'neutral',
})
export const EXPLAINED = ['own_accounts', 'seasonal', 'known_business', 'documented'] as const
export const FALSE_ALARMS = ['data_error', 'rule_too_wide', 'duplicate', 'other'] as const

export const ruleName = (number: number | null) => `PLD-${String(number ?? 0).padStart(2, '0')}`
export const alertName = (number: number | null) => `AL-${String(number ?? 0).padStart(6, '0')}`
export const coafName = (number: number | null) => `COAF-${String(number ?? 0).padStart(6, '0')}`
export const backtestName = (number: number | null) => `BT-${String(number ?? 0).padStart(5, '0')}`
export const searchName = (number: number | null) => `BS-${String(number ?? 0).padStart(5, '0')}`

export const SIGNS: Record<string, string> = {
  '>=': '≥',
  '<=': '≤',
  '>': '>',
  '<': '<',
  '==': '=',
  '!=': '≠',
}

/** The word of a code that the server told; the code itself where it is new. */
export function wordOf(t: Translate, group: string, value: string): string {
  const key = `pld.${group}.${value}`
  const word = t(key)
  return word === key ? value : word
}

export const optionsOf = (t: Translate, group: string, values: readonly string[]) =>
  values.map((value) => ({ value, label: wordOf(t, group, value) }))

/** A value of a feature in its unit: money in a currency, a share in percent, days, or a count. */
export function valueText(
  value: number | null,
  unit: string | null,
  currency: string,
  { t, language }: { t: Translate; language: Language },
  signed = false,
): string {
  if (value === null) return '—'
  const sign = signed && value > 0 ? '+' : ''
  if (unit === 'money') return sign + formatMoney({ amount: value, currency }, language)
  if (unit === 'basis_points') return sign + formatPercent((value / 100).toFixed(2), language)
  if (unit === 'days') return sign + t('pld.unit.days', { count: value })
  return sign + formatNumber(value, language)
}
