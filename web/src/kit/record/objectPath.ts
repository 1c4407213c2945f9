/** Where the things that actions are about are seen. */

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** A company, its contract or an account of the ledger has a number: `account:29`. */
const NUMBERED = /^(company|account|contract):(\d+)$/
const NUMBERED_SCREENS = {
  company: '/dashboard/companies/',
  account: '/dashboard/accounts/',
  contract: '/dashboard/payouts/merchant-contract-dq/',
} as const
const ISPB = /^[0-9A-Z]{8}$/

const TRANSFERS = '/dashboard/account/transfers/'
const CLAIMS = '/dashboard/payin/med/sent/'
const REQUESTS = '/dashboard/settings/double-approval/'
const SCHEDULES = '/dashboard/pix/automatic-pix/schedules-list/'

/** Records of one section that those of another lead to. */
export const transferPath = (id: string) => TRANSFERS + id
export const claimPath = (id: string) => CLAIMS + id
export const requestPath = (id: string) => REQUESTS + id
export const paymentOutPath = (id: string) => `/dashboard/payouts/payments/${id}`
export const deliveryPath = (id: string) => `/dashboard/payin/sdk-management/deliveries/${id}`
/** The page of a payer, named by any charge or recurrence of theirs. */
export const payerPath = (id: string) => `/dashboard/payin/payers/${id}`
export const schedulePath = (id: string) => SCHEDULES + id

/** Where the thing that an action was about is seen, by the object in the action's name. */
const SCREENS: Record<string, string> = {
  charge: '/dashboard/payin/payments/',
  payment: '/dashboard/payin/payments/',
  refund: '/dashboard/payin/payments/',
  review: '/dashboard/payin/payments/',
  batch: '/dashboard/payin/payments/batches/',
  code: '/dashboard/payin/payments/codes/',
  location: '/dashboard/payin/payments/locations/',
  recipient: '/dashboard/payin/recipients/',
  // Events of a destination are those of its payee.
  payee: '/dashboard/payouts/data-qualification/individual/',
  destination: '/dashboard/payouts/data-qualification/individual/',
  import: '/dashboard/payouts/data-qualification/imports/',
  suspect: '/dashboard/payouts/data-qualification/suspects/',
  split: '/dashboard/payouts/splits/',
  block_entry: '/dashboard/compliance/block-list/',
  judicial_order: '/dashboard/compliance/block-list/orders/',
  block_upload: '/dashboard/compliance/block-list/uploads/',
  processor: '/dashboard/payin/processors/',
  provider: '/dashboard/compliance/provider-manager/',
  document_check: '/dashboard/compliance/document-check/',
  hit: '/dashboard/compliance/document-check/hits/',
  watch_list: '/dashboard/compliance/document-check/lists/',
  lot: '/dashboard/payouts/processors/lots/',
  remittance: '/dashboard/payouts/return-file/live/remittances/',
  // It lies on the record of its processor.
  mailbox: '/dashboard/payouts/processors/',
  return_notice: '/dashboard/payouts/refunds/notices/',
  return_file: '/dashboard/payouts/return-file/preview/',
  rules: '/dashboard/payin/rules/',
  file: '/dashboard/payin/return-file/',
  med: '/dashboard/payin/med/',
  recurrence: '/dashboard/payin/payments/list-subscription/',
  user: '/dashboard/settings/access-control/users/',
  person: '/dashboard/settings/access-control/users/',
  session: '/dashboard/settings/access-control/users/',
  request: REQUESTS,
  payout: TRANSFERS,
  payout_batch: '/dashboard/payouts/payments/batches/',
  claim: CLAIMS,
  deposit: '/dashboard/account/deposits/',
  bank_account: '/dashboard/account/merchant-bank-accounts/',
  schedule: '/dashboard/account/payment-scheduling/',
  incident: '/dashboard/audit/unavailability/',
  ombudsman: '/dashboard/audit/ombudsman-tickets/',
  service: '/dashboard/audit/customer-service-tickets/',
  task: '/dashboard/tools/cron-tasks/',
  franchise: '/dashboard/payouts/franchises/',
  account_owner: '/dashboard/payouts/account-owners/',
  endpoint: '/dashboard/payin/sdk-management/webhooks/',
}
/** In Pix Automático the same words mean other things: all that happens to a charge or to a request is told of these. */
const AUTOMATIC_SCREENS: Record<string, string> = {
  charge: SCHEDULES,
  attempt: SCHEDULES,
  refund: SCHEDULES,
  request: '/dashboard/payin/payments/list-subscription/',
  cycle: '/dashboard/payin/payments/list-subscription/',
}

const EXCHANGE_SCREENS = {
  operation: '/dashboard/exchange/transactions/',
  closing: '/dashboard/exchange/transactions/closing/',
  bank: '/dashboard/exchange/banks/',
} as const
const STATEMENTS = '/dashboard/conciliation/internal/bank-statement/'
/** In conciliation an account is the house's own. */
const CONCILIATION_SCREENS: Record<string, string> = {
  account: `${STATEMENTS}house-accounts/`,
  statement: `${STATEMENTS}files/`,
  exception: `${STATEMENTS}exceptions/`,
  line: STATEMENTS,
  day: '/dashboard/conciliation/internal/balances-history/',
}

/** Rules and their versions, alerts and cases of PLD. */
function pldPath(object: string, subject: string): string | null {
  const rules = '/dashboard/compliance/pld-rule-management/'
  const alerts = '/dashboard/compliance/pld-alert-management/'
  const screens: Record<string, string> = {
    rule: rules,
    version: rules,
    backtest: `${rules}backtests/`,
    blind_spots: `${rules}blind-spots/`,
    alert: alerts,
    case: `${alerts}cases/`,
    communication: `${alerts}coaf/`,
  }
  return screens[object] && UUID.test(subject) ? screens[object] + subject : null
}

/** `account:29` → 29, as a person knows it; null for what has an id. */
export const numberOf = (subject: string): string | null => NUMBERED.exec(subject)?.[2] ?? null

/** `payin:refund:create` and its subject → where that is seen; null where it has no screen. */
export function objectPath(name: string, subject: string): string | null {
  const [, kind, number] = NUMBERED.exec(subject) ?? []
  if (kind) return NUMBERED_SCREENS[kind as keyof typeof NUMBERED_SCREENS] + number
  const [source, object = ''] = name.split(':')
  if (source === 'access' && object === 'role') return `/dashboard/settings/access-control/roles/${subject}`
  if (source === 'payin' && object === 'settings') return `/dashboard/payin/settings/overview/${subject}`
  if (source === 'payouts' && object === 'rules') return `/dashboard/payouts/settings/rules/${subject}`
  if (source === 'payouts' && object === 'case') return `/dashboard/payouts/administration/cases/${subject}`
  if (source === 'payouts' && object === 'payment') return paymentOutPath(subject)
  // Its events are told apart from those of its payment, which the merchant reads.
  if (source === 'payouts' && object === 'evidence') return paymentOutPath(subject.replace('evidence:', ''))
  if (source === 'exchange' && object in EXCHANGE_SCREENS && UUID.test(subject)) {
    return EXCHANGE_SCREENS[object as keyof typeof EXCHANGE_SCREENS] + subject
  }
  if (source === 'filings' && UUID.test(subject)) return `/dashboard/exchange/c220/${subject}`
  if (source === 'pld') return pldPath(object, subject)
  if (source === 'account' && object === 'note') return `/dashboard/account/merchant-notes/${subject}`
  if (source === 'conciliation') return screenOf(CONCILIATION_SCREENS, object, subject)
  if (source === 'statement' && object === 'adjustment')
    return `/dashboard/conciliation/internal/adjustments-statement-merchant/${subject}`
  if (source === 'payouts' && object === 'bank' && ISPB.test(subject)) {
    return `/dashboard/payouts/banks/${subject}`
  }
  return screenOf(
    source === 'pix' && AUTOMATIC_SCREENS[object] ? AUTOMATIC_SCREENS : SCREENS,
    object,
    subject,
  )
}

function screenOf(screens: Record<string, string>, object: string, subject: string): string | null {
  const screen = screens[object]
  return screen && UUID.test(subject) ? screen + subject : null
}
