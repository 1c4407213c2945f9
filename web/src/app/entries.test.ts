// @vitest-environment node
import { describe, expect, it } from 'vitest'
import menu from '../../public/locales/en/menu.json'
import routes from '../../public/routes.json'
import {
  ENTRIES,
  entryFor,
  isVisible,
  mayOpen,
  needsMerchant,
  needsOneMerchant,
  needsTwoFactor,
  sectionsOf,
  type Viewer,
} from './entries'

const nobody: Viewer = { may: (permissions) => permissions.length === 0, internal: false, flag: () => false }
const staff: Viewer = { may: () => true, internal: true, flag: () => true }

// The paths of specification 2.6, in its order.
const PATHS = `
/dashboard
/dashboard/account/transactions-history/list /dashboard/account/merchant-notes/list /dashboard/account/transfers/list
/dashboard/account/deposits/list /dashboard/account/merchant-bank-accounts/list /dashboard/account/payment-scheduling/list
/dashboard/pix/automatic-pix/schedules-list
/dashboard/payouts/administration /dashboard/payouts/payments/list /dashboard/payouts/data-qualification/individual/list
/dashboard/payouts/refunds/list /dashboard/payouts/banks/list
/dashboard/payouts/settings/overview /dashboard/payouts/reprocessing-history/list /dashboard/payouts/splits/list
/dashboard/payouts/return-file/preview /dashboard/payouts/return-file/live /dashboard/payouts/processors/list
/dashboard/payouts/franchises/list /dashboard/payouts/account-owners/list /dashboard/payouts/merchant-contract-dq/list
/dashboard/payin/administration /dashboard/payin/payments/list /dashboard/payin/payments/list-subscription
/dashboard/payin/recipients/list /dashboard/payin/sdk-management
/dashboard/payin/settings/overview /dashboard/payin/processors/list /dashboard/payin/rules/groups
/dashboard/payin/return-file/preview /dashboard/payin/return-file
/dashboard/compliance/early-kyc/list /dashboard/compliance/kyc/list
/dashboard/compliance/kyc/awaiting-approval /dashboard/compliance/block-list/list /dashboard/compliance/document-check
/dashboard/compliance/provider-manager /dashboard/compliance/rule-manager/merchant
/dashboard/compliance/pld-rule-management/rules-list /dashboard/compliance/pld-alert-management/triggered-alerts
/dashboard/compliance/bacen-attributes/merchants
/dashboard/audit/connectiontime /dashboard/audit/unavailability /dashboard/audit/ombudsman-tickets
/dashboard/audit/customer-service-tickets /dashboard/audit/activity-log /dashboard/audit/self-check
/dashboard/exchange/transactions/list /dashboard/exchange/transactions/closing /dashboard/exchange/banks/list
/dashboard/exchange/c220
/dashboard/conciliation/internal/adjustments-statement-merchant /dashboard/conciliation/internal/bank-statement
/dashboard/conciliation/internal/balances-history
/dashboard/companies/list-companies /dashboard/accounts/list /dashboard/tools/cron-tasks
/dashboard/settings/account /dashboard/settings/account/security /dashboard/settings/account/notifications
/dashboard/settings/access-control/users /dashboard/settings/double-approval
`
  .trim()
  .split(/\s+/)

describe('the table of entries', () => {
  it('holds every path of the specification, in its order, once', () => {
    expect(ENTRIES.map((entry) => entry.path)).toEqual(PATHS)
  })

  it('asks no permission for overview, companies, profile, security, notifications and double approval only', () => {
    const free = ENTRIES.filter((entry) => entry.permissions.length === 0).map((entry) => entry.label)
    expect(free).toEqual([
      'menu.overview.overview',
      'menu.companies.companies',
      'menu.preferences.profile',
      'menu.preferences.security',
      'menu.preferences.notifications',
      'menu.preferences.double_approval',
    ])
  })

  it('opens cron tasks and double approval with the queries of the specification', () => {
    expect(entryFor('/dashboard/tools/cron-tasks')?.search).toEqual({ enabled: '1' })
    expect(entryFor('/dashboard/settings/double-approval')?.search).toBeUndefined()
  })

  it('gates the account section by the ledger flag and nothing else by a flag', () => {
    expect(new Set(ENTRIES.filter((entry) => entry.flag).map((entry) => entry.section))).toEqual(
      new Set(['account']),
    )
    const entry = entryFor('/dashboard/account/deposits/list')!
    expect(isVisible(entry, staff)).toBe(true)
    expect(isVisible(entry, { ...staff, flag: () => false })).toBe(false)
  })
})

// Written by hand out of specification 2.6: what every person may see, and what only the back office may.
const FOR_ALL: Record<string, string> = {
  overview: '/dashboard',
  account: `account/transactions-history/list account/merchant-notes/list account/transfers/list account/deposits/list
    account/merchant-bank-accounts/list account/payment-scheduling/list`,
  pix: 'pix/automatic-pix/schedules-list',
  payouts: `payouts/administration payouts/payments/list payouts/data-qualification/individual/list payouts/refunds/list
    payouts/banks/list`,
  payin: `payin/administration payin/payments/list payin/payments/list-subscription payin/recipients/list
    payin/sdk-management`,
  compliance: 'compliance/early-kyc/list compliance/kyc/list',
  exchange: 'exchange/transactions/list exchange/transactions/closing',
  conciliation: `conciliation/internal/adjustments-statement-merchant conciliation/internal/bank-statement
    conciliation/internal/balances-history`,
  companies: 'companies/list-companies',
  accounts: 'accounts/list',
  tools: 'tools/cron-tasks',
}
const FOR_THE_BACK_OFFICE: Record<string, string> = {
  payouts: `payouts/settings/overview payouts/reprocessing-history/list payouts/splits/list payouts/return-file/preview
    payouts/return-file/live payouts/processors/list payouts/franchises/list payouts/account-owners/list
    payouts/merchant-contract-dq/list`,
  payin: `payin/settings/overview payin/processors/list payin/rules/groups payin/return-file/preview payin/return-file`,
  compliance: `compliance/kyc/awaiting-approval compliance/block-list/list compliance/document-check
    compliance/provider-manager compliance/rule-manager/merchant compliance/pld-rule-management/rules-list
    compliance/pld-alert-management/triggered-alerts compliance/bacen-attributes/merchants`,
  audit: `audit/connectiontime audit/unavailability audit/ombudsman-tickets audit/customer-service-tickets
    audit/activity-log audit/self-check`,
  exchange: 'exchange/banks/list exchange/c220',
}
const PREFERENCES = `settings/account settings/account/security settings/account/notifications
  settings/access-control/users settings/double-approval`
const NAMED = `payout::payment:read payin::payment:read payin::withdrawals:read payout::deposit:read statement::client:read
  kyc::requests:read kyc::approval:read compliance::blackList:read compliance::screening:read compliance::rules:read
  compliance::occurrences:read audit:internal:read efx::merchantAgreement:read efx::merchantAgreement:write
  efx::exchangeBank:read conciliation::bankStatement:read conciliation::C220:read statement::transaction:fix
  register::company:read-internal scheduler::task:read rbac::auths:read rbac::users:read gateway::all payin::sdk:view
  payin::sdk:manage payin::recipients:read payin::rule:read payin::returFile:preview payin::returFile:live
  payout::returnFile:preview payout::returnFile:live payout::refund:uploadNotifications payout::reprocessingHistory:read audit::log:read`
const words = (text: string) => text.trim().split(/\s+/)
const full = (path: string) => (path.startsWith('/') ? path : `/dashboard/${path}`)
const shown = (group: 'main' | 'backOffice' | 'preferences', viewer: Viewer) =>
  Object.fromEntries(
    sectionsOf(group, viewer).map(({ section, entries }) => [section, entries.map(({ path }) => path)]),
  )
const table = (rows: Record<string, string>) =>
  Object.fromEntries(Object.entries(rows).map(([section, paths]) => [section, words(paths).map(full)]))

describe('the menu of the specification', () => {
  it('stands in its sections, for every person and for the back office', () => {
    expect(shown('main', staff)).toEqual(table(FOR_ALL))
    expect(shown('backOffice', staff)).toEqual(table(FOR_THE_BACK_OFFICE))
    expect(shown('preferences', staff)).toEqual(table({ preferences: PREFERENCES }))
  })

  it('is the same for a merchant who may everything, without the back office', () => {
    const merchant = { ...staff, internal: false }
    expect(shown('main', merchant)).toEqual(table(FOR_ALL))
    expect(shown('backOffice', merchant)).toEqual({})
  })

  it('asks for each permission that the specification names', () => {
    const asked = new Set(ENTRIES.flatMap(({ permissions }) => permissions))
    expect(words(NAMED).filter((name) => !asked.has(name))).toEqual([])
    // The sides of access control, and what of compliance, have names of ours.
    expect([...asked].filter((name) => !words(NAMED).includes(name))).toEqual([
      // Who approves rules and splits of payouts, or sees processors, needs not the whole gateway.
      'payout::rule:write',
      'payout::splits:write',
      'payout::processors:read',
      'kyc::early:read',
      'compliance::providers:read',
      'compliance::bacenAttributes:read',
      'rbac::roles:read',
      'rbac::keys:read',
    ])
  })

  it.each(ENTRIES.filter(({ permissions }) => permissions.length > 0))(
    'shows $path for any one of its permissions, and without them hides it',
    (entry) => {
      const holder = (held: readonly string[]): Viewer => ({
        ...staff,
        may: (any) => any.length === 0 || any.some((name) => held.includes(name)),
      })
      for (const permission of entry.permissions) {
        expect(isVisible(entry, holder([permission, ...(entry.reads ?? [])]))).toBe(true)
        // Nobody is led to what the server refuses.
        expect(isVisible(entry, holder([permission]))).toBe(!entry.reads || entry.reads.includes(permission))
      }
      expect(isVisible(entry, { ...staff, may: (any) => any.length === 0 })).toBe(false)
    },
  )
})

describe('what a person sees', () => {
  it('is only the free entries without any permission', () => {
    expect(sectionsOf('main', nobody).map(({ section }) => section)).toEqual(['overview', 'companies'])
    expect(sectionsOf('backOffice', nobody)).toEqual([])
  })

  it('never includes back-office entries for a merchant, whatever they may', () => {
    expect(sectionsOf('backOffice', { ...staff, internal: false })).toEqual([])
    expect(sectionsOf('backOffice', staff).map(({ section }) => section)).toEqual([
      'payouts',
      'payin',
      'compliance',
      'audit',
      'exchange',
    ])
  })

  it('needs just one of the permissions of an entry', () => {
    const viewer: Viewer = { ...nobody, may: (permissions) => permissions.includes('payin::sdk:manage') }
    expect(sectionsOf('main', viewer).flatMap(({ entries }) => entries.map((entry) => entry.label))).toEqual([
      'menu.payin.sdk_management',
    ])
  })
})

describe('the entry of a path', () => {
  it.each([
    ['/dashboard', 'menu.overview.overview'],
    ['/dashboard/', 'menu.overview.overview'],
    ['/dashboard/payin/payments/list', 'menu.payin.payments'],
    ['/dashboard/payin/payments/0198', 'menu.payin.payments'],
    ['/dashboard/payin/payments/codes/0198', 'menu.payin.payments'],
    ['/dashboard/pix/automatic-pix/calendar', 'menu.pix.automatic_schedules'],
    ['/dashboard/payin/payments/list-subscription', 'menu.payin.recurrences'],
    ['/dashboard/payouts/payments/list-batches', 'menu.payouts.payments'],
    ['/dashboard/payin/return-file/preview', 'menu.payin.return_file_preview'],
    ['/dashboard/payin/return-file', 'menu.payin.return_file'],
    ['/dashboard/settings/account/security', 'menu.preferences.security'],
    ['/dashboard/settings/account/security/devices', 'menu.preferences.security'],
  ])('%s is %s', (path, label) => {
    expect(entryFor(path)?.label).toBe(label)
  })

  it.each(['/dashboard/nothing', '/dashboardx', '/dashboard/payinx', '/dashboard/payin'])(
    '%s is none',
    (path) => {
      expect(entryFor(path)).toBeNull()
    },
  )
})

describe('what stands under an entry', () => {
  it('is of the staff alone where it says why somebody is looked at', () => {
    const merchant = { ...staff, internal: false }
    for (const path of ['', '/', '/0198'].map((end) => `/dashboard/compliance/kyc/reasons${end}`)) {
      expect([mayOpen(path, merchant), mayOpen(path, staff)]).toEqual([false, true])
    }
    expect(mayOpen('/dashboard/compliance/kyc/0198', merchant)).toBe(true)
    expect(mayOpen('/dashboard/nothing', nobody)).toBe(true)
  })

  const CONFIDENTIAL = routes.filter((path) => /^\/dashboard\/(compliance|audit|conciliation)\//.test(path))
  const OF_A_MERCHANT =
    /^\/dashboard\/(compliance\/(early-kyc\/(list|\$id)|kyc\/(list|renewals|\$id))|conciliation\/internal\/.*)$/

  it.each(CONFIDENTIAL)('%s opens only for whom its entry does', (path) => {
    const merchant = { ...staff, internal: false }
    expect(entryFor(path)).not.toBeNull()
    expect(mayOpen(path, nobody)).toBe(false)
    expect(mayOpen(path, merchant)).toBe(OF_A_MERCHANT.test(path))
    expect(mayOpen(path, staff)).toBe(true)
  })
})

describe('the words of an entry', () => {
  it('are those of the specification', () => {
    const texts = menu as unknown as Record<string, Record<string, string>>
    const said: Record<string, string> = {}
    for (const { section, label } of ENTRIES) {
      const [, group = '', name = ''] = label.split('.')
      said[section] = [said[section], texts[group]?.[name]].filter(Boolean).join('; ')
    }
    expect(menu.back_office).toBe('Back office')
    expect(said).toEqual({
      overview: 'Overview',
      account:
        'Transactions history; Merchant notes; Withdrawals; Deposits; Merchant bank accounts; Payment scheduling',
      pix: 'Automatic PIX schedules',
      payouts:
        'Administration; Payments; Data qualification; Refunds; Banks; Payout settings; Reprocessing history; Splits; ' +
        'Return file preview; Return file live; Processors; Franchises; Account owners; Merchant contract data qualification',
      payin:
        'Administration; Payins; Recurrences; Recipients; SDK management; Payin settings; Processors; ' +
        'PIX processing rules; Return file preview; Return file',
      compliance:
        'Early KYC; KYC requests; KYC awaiting approval; Block list; Document check; Provider manager; ' +
        'Merchant rule manager; PLD rules; PLD alerts; Central-bank attributes',
      audit:
        'Connection time; Unavailability; Ombudsman tickets; Customer service tickets; Activity log; Self-check',
      exchange: 'List; Closing; Banks; C220 {{token}}',
      conciliation: 'Adjustments statement merchant; Bank statement; Balances per day',
      companies: 'Companies',
      accounts: 'Accounts management',
      tools: 'Cron tasks',
      preferences: 'Profile; Security; Notifications; Access control; Double approval',
    })
  })
})

describe('the guards', () => {
  it.each(['payin', 'payouts', 'compliance', 'account'])('ask for a merchant under %s', (section) => {
    expect(needsMerchant(`/dashboard/${section}`)).toBe(true)
    expect(needsMerchant(`/dashboard/${section}/any/list`)).toBe(true)
  })

  it.each(['', '/accounts/list', '/settings/account', '/companies/list-companies', '/pix'])(
    'ask for none under /dashboard%s',
    (path) => {
      expect(needsMerchant(`/dashboard${path}`)).toBe(false)
    },
  )

  it('ask for one, not for all, where books or keys are shown', () => {
    expect(needsOneMerchant('/dashboard/account/transactions-history/list')).toBe(true)
    expect(needsOneMerchant('/dashboard/payin/sdk-management')).toBe(true)
    expect(needsOneMerchant('/dashboard/payin/sdk-management/webhooks')).toBe(false)
    expect(needsOneMerchant('/dashboard/account/transfers/list')).toBe(false)
  })

  it('ask for a second factor under payouts only', () => {
    expect(needsTwoFactor('/dashboard/payouts')).toBe(true)
    expect(needsTwoFactor('/dashboard/payouts/payments/list')).toBe(true)
    expect(needsTwoFactor('/dashboard/payin/payments/list')).toBe(false)
  })
})
