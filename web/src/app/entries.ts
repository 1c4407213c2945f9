/**
 * Every entry of the navigation menu (specification 2.6): the one place where a path, its label, who may see it and where
 * it stands are written. Menu, guards and tests read it.
 *
 * The specification names many permissions without saying which entry each gates; entries it leaves open ask for the
 * nearest named permission of their section.
 */

export type Section =
  | 'overview'
  | 'account'
  | 'pix'
  | 'payouts'
  | 'payin'
  | 'compliance'
  | 'audit'
  | 'exchange'
  | 'conciliation'
  | 'companies'
  | 'accounts'
  | 'tools'
  | 'preferences'

export type Group = 'main' | 'backOffice' | 'preferences'

export interface Entry {
  path: string
  /** Key in the namespace `menu`. */
  label: string
  section: Section
  group: Group
  /** Any of these is enough; an empty list asks for none. */
  permissions: readonly string[]
  /** What the server asks for what the entry opens, where that is another name: any of these as well. */
  reads?: readonly string[]
  /** Shown only when the flag of this name lists the person's company. */
  flag?: 'ledger'
  /** Query with which the entry opens its path. */
  search?: Readonly<Record<string, string>>
  /** Further paths on which the entry counts as the current one. */
  alsoActive?: readonly string[]
}

type Row = Omit<Entry, 'path' | 'label' | 'section' | 'group' | 'permissions'>

function entriesOf(section: Section, group: Group, base: string, shared: Row = {}) {
  return (path: string, name: string, permissions: readonly string[], own: Row = {}): Entry => ({
    path: path ? `${base}/${path}` : base,
    label: `menu.${section}.${name}`,
    section,
    group,
    permissions,
    ...shared,
    ...own,
  })
}

const overview = entriesOf('overview', 'main', '/dashboard')
const account = entriesOf('account', 'main', '/dashboard/account', { flag: 'ledger' })
const pix = entriesOf('pix', 'main', '/dashboard/pix')
const payouts = entriesOf('payouts', 'main', '/dashboard/payouts')
const payoutsBack = entriesOf('payouts', 'backOffice', '/dashboard/payouts')
const payin = entriesOf('payin', 'main', '/dashboard/payin')
const payinBack = entriesOf('payin', 'backOffice', '/dashboard/payin')
const compliance = entriesOf('compliance', 'main', '/dashboard/compliance')
const complianceBack = entriesOf('compliance', 'backOffice', '/dashboard/compliance')
const audit = entriesOf('audit', 'backOffice', '/dashboard/audit')
const exchange = entriesOf('exchange', 'main', '/dashboard/exchange')
const exchangeBack = entriesOf('exchange', 'backOffice', '/dashboard/exchange')
const conciliation = entriesOf('conciliation', 'main', '/dashboard/conciliation/internal')
const companies = entriesOf('companies', 'main', '/dashboard/companies')
const accounts = entriesOf('accounts', 'main', '/dashboard/accounts')
const tools = entriesOf('tools', 'main', '/dashboard/tools')
const preferences = entriesOf('preferences', 'preferences', '/dashboard/settings')

export const ENTRIES: readonly Entry[] = [
  overview('', 'overview', []),

  account('transactions-history/list', 'transactions_history', ['statement::client:read']),
  account('merchant-notes/list', 'merchant_notes', ['statement::client:read']),
  account('transfers/list', 'withdrawals', ['payin::withdrawals:read']),
  account('deposits/list', 'deposits', ['payout::deposit:read']),
  account('merchant-bank-accounts/list', 'merchant_bank_accounts', ['statement::client:read']),
  account('payment-scheduling/list', 'payment_scheduling', ['statement::client:read']),

  pix('automatic-pix/schedules-list', 'automatic_schedules', ['payin::payment:read'], {
    alsoActive: ['/dashboard/pix/automatic-pix'],
  }),

  payouts('administration', 'administration', ['payout::payment:read']),
  payouts('payments/list', 'payments', ['payout::payment:read'], {
    alsoActive: ['/dashboard/payouts/payments/list-batches', '/dashboard/payouts/payments/holds'],
  }),
  payouts('data-qualification/individual/list', 'data_qualification', ['payout::payment:read'], {
    reads: ['payout::dataQualification:read'],
    alsoActive: [
      '/dashboard/payouts/data-qualification/imports',
      '/dashboard/payouts/data-qualification/suspects',
    ],
  }),
  payouts('refunds/list', 'refunds', ['payout::payment:read', 'payout::refund:uploadNotifications'], {
    reads: ['payout::refund:read', 'payout::refund:uploadNotifications'],
  }),
  payouts('banks/list', 'banks', ['payout::payment:read'], { reads: ['payout::banks:read'] }),
  payoutsBack('settings/overview', 'settings', ['gateway::all', 'payout::rule:write'], {
    reads: ['payout::settings:read'],
    alsoActive: ['/dashboard/payouts/settings/rules'],
  }),
  payoutsBack('reprocessing-history/list', 'reprocessing_history', ['payout::reprocessingHistory:read']),
  payoutsBack('splits/list', 'splits', ['gateway::all', 'payout::splits:write'], {
    reads: ['payout::splits:read'],
    alsoActive: ['/dashboard/payouts/splits/runs'],
  }),
  payoutsBack('return-file/preview', 'return_file_preview', ['payout::returnFile:preview']),
  payoutsBack('return-file/live', 'return_file_live', ['payout::returnFile:live']),
  payoutsBack('processors/list', 'processors', ['gateway::all', 'payout::processors:read'], {
    reads: ['payout::processors:read'],
  }),
  payoutsBack('franchises/list', 'franchises', ['register::company:read-internal'], {
    reads: ['payout::franchises:read'],
  }),
  payoutsBack('account-owners/list', 'account_owners', ['register::company:read-internal'], {
    reads: ['payout::accountOwners:read'],
  }),
  payoutsBack('merchant-contract-dq/list', 'merchant_contract_dq', ['register::company:read-internal'], {
    reads: ['payout::merchantContracts:read'],
  }),

  payin('administration', 'administration', ['payin::payment:read']),
  payin('payments/list', 'payments', ['payin::payment:read'], { alsoActive: ['/dashboard/payin/med'] }),
  payin('payments/list-subscription', 'recurrences', ['payin::payment:read']),
  payin('recipients/list', 'recipients', ['payin::recipients:read']),
  payin('sdk-management', 'sdk_management', ['payin::sdk:view', 'payin::sdk:manage']),
  payinBack('settings/overview', 'settings', ['gateway::all']),
  payinBack('processors/list', 'processors', ['gateway::all']),
  payinBack('rules/groups', 'pix_rules', ['payin::rule:read']),
  payinBack('return-file/preview', 'return_file_preview', ['payin::returFile:preview']),
  payinBack('return-file', 'return_file', ['payin::returFile:live']),

  compliance('early-kyc/list', 'early_kyc', ['kyc::requests:read', 'kyc::early:read']),
  compliance('kyc/list', 'kyc_requests', ['kyc::requests:read']),
  complianceBack('kyc/awaiting-approval', 'kyc_awaiting_approval', ['kyc::approval:read']),
  complianceBack('block-list/list', 'block_list', ['compliance::blackList:read'], {
    alsoActive: ['/dashboard/compliance/block-list'],
  }),
  complianceBack('document-check', 'document_check', ['compliance::screening:read']),
  complianceBack('provider-manager', 'provider_manager', ['compliance::providers:read']),
  complianceBack('rule-manager/merchant', 'merchant_rule_manager', ['compliance::rules:read']),
  complianceBack('pld-rule-management/rules-list', 'pld_rules', ['compliance::rules:read'], {
    alsoActive: ['/dashboard/compliance/pld-rule-management'],
  }),
  complianceBack('pld-alert-management/triggered-alerts', 'pld_alerts', ['compliance::occurrences:read'], {
    alsoActive: ['/dashboard/compliance/pld-alert-management'],
  }),
  complianceBack(
    'bacen-attributes/merchants',
    'bacen_attributes',
    ['compliance::rules:read', 'compliance::bacenAttributes:read'],
    { alsoActive: ['/dashboard/compliance/bacen-attributes'] },
  ),

  audit('connectiontime', 'connection_time', ['audit:internal:read']),
  audit('unavailability', 'unavailability', ['audit:internal:read']),
  audit('ombudsman-tickets', 'ombudsman_tickets', ['audit:internal:read']),
  audit('customer-service-tickets', 'customer_service_tickets', ['audit:internal:read']),
  audit('activity-log', 'activity_log', ['audit::log:read']),
  audit('self-check', 'self_check', ['audit:internal:read']),

  exchange('transactions/list', 'list', ['efx::merchantAgreement:read']),
  exchange('transactions/closing', 'closing', ['efx::merchantAgreement:write']),
  exchangeBack('banks/list', 'banks', ['efx::exchangeBank:read']),
  exchangeBack('c220', 'c220', ['conciliation::C220:read']),

  conciliation('adjustments-statement-merchant', 'adjustments', ['statement::transaction:fix']),
  conciliation('bank-statement', 'bank_statement', ['conciliation::bankStatement:read']),
  conciliation('balances-history', 'balances_history', ['conciliation::bankStatement:read']),

  companies('list-companies', 'companies', []),
  accounts('list', 'accounts_management', ['rbac::auths:read']),
  tools('cron-tasks', 'cron_tasks', ['scheduler::task:read'], { search: { enabled: '1' } }),

  preferences('account', 'profile', []),
  preferences('account/security', 'security', []),
  preferences('account/notifications', 'notifications', []),
  preferences(
    'access-control/users',
    'access_control',
    ['rbac::users:read', 'rbac::roles:read', 'rbac::keys:read'],
    { alsoActive: ['/dashboard/settings/access-control'] },
  ),
  preferences('double-approval', 'double_approval', []),
]

/** Paths that show one merchant's data: without a chosen merchant they show the chooser. */
const NEEDS_MERCHANT = /^\/dashboard\/(payin|payouts|compliance|account)(\/|$)/

export function needsMerchant(path: string): boolean {
  return NEEDS_MERCHANT.test(path)
}

/** Paths that show one merchant's books or keys: all merchants at once are no choice there. */
const NEEDS_ONE_MERCHANT =
  /^\/dashboard\/(account\/(transactions-history|merchant-notes)(\/|$)|payin\/sdk-management(\/checkout)?\/?$)/

export function needsOneMerchant(path: string): boolean {
  return NEEDS_ONE_MERCHANT.test(path)
}

/** Paths that ask for a session opened with a second factor. */
export function needsTwoFactor(path: string): boolean {
  return /^\/dashboard\/payouts(\/|$)/.test(path)
}

/** Paths of an entry for everybody that the staff alone open. */
const NEEDS_STAFF = /^\/dashboard\/compliance\/kyc\/reasons(\/|$)/

const trimmed = (path: string) => (path.length > 1 ? path.replace(/\/+$/, '') : path)

function depthOn(entry: Entry, path: string): number {
  const own = [entry.path, ...(entry.alsoActive ?? [])]
  const fits = own.filter((base) => path === base || (base !== '/dashboard' && path.startsWith(`${base}/`)))
  return Math.max(0, ...fits.map((base) => base.length))
}

/**
 * The entry that a path belongs to: the longest whose path it starts with. A record lies beside its list, and so does what
 * is kept beside that: `…/payments/<id>` and `…/payments/codes/<id>` belong to `…/payments/list`.
 */
export function entryFor(path: string): Entry | null {
  const wanted = trimmed(path)
  const best = (at: string) =>
    ENTRIES.map((entry) => ({ entry, depth: depthOn(entry, at) }))
      .filter(({ depth }) => depth > 0)
      .toSorted((a, b) => b.depth - a.depth)[0]?.entry ?? null
  let found = best(wanted)
  for (let above = wanted; !found && above; above = above.slice(0, above.lastIndexOf('/')))
    found = best(`${above}/list`)
  return found
}

export interface Viewer {
  may: (permissions: readonly string[]) => boolean
  internal: boolean
  /** Whether the flag lists the person's own company. */
  flag: (name: 'ledger') => boolean
}

/** Whether a person sees an entry in the menu. */
export function isVisible(entry: Entry, viewer: Viewer): boolean {
  if (entry.group === 'backOffice' && !viewer.internal) return false
  if (entry.flag && !viewer.flag(entry.flag)) return false
  return viewer.may(entry.permissions) && (!entry.reads || viewer.may(entry.reads))
}

/** Whether a person opens a path: they see its entry, and the path is not of the staff alone. A path of no entry is open. */
export function mayOpen(path: string, viewer: Viewer): boolean {
  const entry = entryFor(path)
  return !entry || (isVisible(entry, viewer) && (viewer.internal || !NEEDS_STAFF.test(path)))
}

export interface MenuSection {
  section: Section
  entries: Entry[]
}

/** What a person sees of a group, section by section, in the order of the table. */
export function sectionsOf(group: Group, viewer: Viewer): MenuSection[] {
  const sections = new Map<Section, Entry[]>()
  for (const entry of ENTRIES) {
    if (entry.group !== group || !isVisible(entry, viewer)) continue
    sections.set(entry.section, [...(sections.get(entry.section) ?? []), entry])
  }
  return Array.from(sections, ([section, entries]) => ({ section, entries }))
}
