import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { drawWith } from '../app/early'
import { loadTexts } from '../app/i18n'
import { whenKnown } from '../app/user'
import { NothingFound } from '../ui/pages'
import { askSignIn, outside, root } from './outside'

/**
 * The addresses within the dashboard. A screen has one route here with a lazily loaded component.
 */

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  beforeLoad: ({ location }) => askSignIn(location.href),
  loader: () => loadTexts('menu'),
  component: lazyRouteComponent(() => import('../shell/Shell'), 'Shell'),
})

const listSearch = (search: Record<string, unknown>) => search as Record<string, string>

/**
 * The screens under an address, with the texts that they read. Every query is taken as plain texts; a list drops what means
 * nothing to it, and says so.
 */
const screens =
  <Base extends string>(base: Base, ...texts: string[]) =>
  <Path extends string>(path: Path, load: () => Promise<ComponentType>) =>
    createRoute({
      getParentRoute: () => dashboard,
      path: `${base}${path}`,
      validateSearch: listSearch,
      loader: () => loadTexts('kit', ...texts),
      component: lazyRouteComponent(async () => ({ default: await load() })),
    })

const overview = createRoute({
  getParentRoute: () => dashboard,
  path: '/',
  loader: () => loadTexts('kit', 'overview', 'payin'),
  component: lazyRouteComponent(() => import('../overview/Overview'), 'Overview'),
})

const payments = createRoute({
  getParentRoute: () => dashboard,
  path: 'payin/payments/list',
  validateSearch: listSearch,
  loader: ({ location }) => {
    const rows = Promise.all([import('../payin/PaymentsList'), whenKnown()])
    drawWith(rows.then(([{ ahead }]) => ahead(listSearch(location.search))))
    return loadTexts('kit', 'payin')
  },
  component: lazyRouteComponent(() => import('../payin/PaymentsList'), 'PaymentsList'),
})

/** A screen of charges. */
const charges = screens('payin/payments/', 'payin')
const locations = screens('payin/payments/locations', 'payin', 'locations')

const administration = screens('payin/administration', 'payinAdmin')
const payinSettings = screens('payin/settings/overview', 'payinSettings')

const payin = [
  payments,
  administration('', async () => (await import('../payin/administration/Administration')).Administration),
  payinSettings('', async () => (await import('../payin/settings/SettingsList')).SettingsList),
  payinSettings('/$id', async () => (await import('../payin/settings/SettingsPage')).SettingsPage),
  charges('reviews', async () => (await import('../payin/ReviewsList')).ReviewsList),
  charges('$id', async () => (await import('../payin/PaymentRecord')).PaymentRecord),
  charges('codes', async () => (await import('../payin/codes/CodesList')).CodesList),
  charges('codes/$id', async () => (await import('../payin/codes/CodePage')).CodePage),
  charges('batches', async () => (await import('../payin/batches/BatchesList')).BatchesList),
  charges('batches/new', async () => (await import('../payin/batches/NewBatch')).NewBatch),
  locations('', async () => (await import('../payin/locations/LocationsList')).LocationsList),
  locations('/$id', async () => (await import('../payin/locations/LocationPage')).LocationPage),
  charges('batches/$id', async () => (await import('../payin/batches/BatchPage')).BatchPage),
]

/** Everything of one payer, a list each. */
const payer = screens('payin/payers/', 'payin', 'med', 'pix', 'payers')

const payers = [
  payer('$id', async () => (await import('../payers/sides')).Charges),
  payer('$id/refunds', async () => (await import('../payers/sides')).Refunds),
  payer('$id/disputes', async () => (await import('../payers/sides')).Disputes),
  payer('$id/timeline', async () => (await import('../payers/PayerTimeline')).PayerTimeline),
  payer('$id/recurrences', async () => (await import('../payers/sides')).Recurrences),
]

/** A screen about the connections to payment providers. */
const processor = screens('payin/processors/', 'processors')

const processors = [
  processor('list', async () => (await import('../payin/processors/ProcessorsList')).ProcessorsList),
  processor('$id', async () => (await import('../payin/processors/ProcessorPage')).ProcessorPage),
]

/** A screen of recipients; where they are paid out to has the words of withdrawals. */
const receivers = screens('payin/recipients/', 'recipients', 'transfers')

const recipients = [
  receivers('list', async () => (await import('../payin/recipients/RecipientsList')).RecipientsList),
  receivers('splits', async () => (await import('../payin/recipients/SplitsList')).SplitsList),
  receivers('$id', async () => (await import('../payin/recipients/RecipientRecord')).RecipientPage),
]

/** A screen of Pix that were sent and are asked back. */
const claimed = screens('payin/med/sent', 'payin', 'med', 'claims')
/** A screen of payments that the payer's bank asks back. */
const contested = screens('payin/med/', 'payin', 'med')

const med = [
  claimed('', async () => (await import('../payin/claims/ClaimsList')).ClaimsList),
  claimed('/$id', async () => (await import('../payin/claims/ClaimRecord')).ClaimPage),
  contested('list', async () => (await import('../payin/med/CasesList')).CasesList),
  contested('$id', async () => (await import('../payin/med/CaseRecord')).CasePage),
]

/** A screen about the rules for charges. */
const rule = screens('payin/rules/', 'pixRules')

const rules = [
  rule('groups', async () => (await import('../payin/rules/RulesList')).RulesList),
  rule('$id', async () => (await import('../payin/rules/RulesPage')).RulesPage),
]

/** A screen of Pix Automático; its recurrences stand under pay-in. */
const automatic = screens('', 'pix')

const automaticPix = [
  automatic(
    'payin/payments/list-subscription',
    async () => (await import('../pix/RecurrencesList')).RecurrencesList,
  ),
  automatic(
    'payin/payments/list-subscription/$id',
    async () => (await import('../pix/RecurrenceRecord')).RecurrencePage,
  ),
  automatic(
    'pix/automatic-pix/schedules-list',
    async () => (await import('../pix/SchedulesList')).SchedulesList,
  ),
  automatic(
    'pix/automatic-pix/schedules-list/$id',
    async () => (await import('../pix/ScheduleRecord')).SchedulePage,
  ),
  automatic(
    'pix/automatic-pix/calendar',
    async () => (await import('../pix/SchedulesCalendar')).SchedulesCalendar,
  ),
]

/** A screen of the person themselves. */
const own = screens('settings/account', 'login', 'preferences')
const told = screens('', 'notifications')
const made = screens('', 'lists')

const person = [
  own('', async () => (await import('../profile/account/Account')).Account),
  own('/security', async () => (await import('../profile/Security')).Security),
  told(
    'notifications',
    async () => (await import('../notifications/list/NotificationsList')).NotificationsList,
  ),
  told(
    'settings/account/notifications',
    async () => (await import('../notifications/preferences/Preferences')).Preferences,
  ),
  made('exports', async () => (await import('../kit/export/ExportsList')).ExportsList),
  made('bulk', async () => (await import('../kit/bulk/BulksList')).BulksList),
]

/** A screen of access control. */
const accessControl = screens('settings/access-control/', 'access')

const access = [
  accessControl('users', async () => (await import('../access/users/UsersList')).UsersList),
  accessControl('users/$id', async () => (await import('../access/users/UserRecord')).UserRecord),
  accessControl('roles', async () => (await import('../access/roles/RolesList')).RolesList),
  accessControl('roles/new', async () => (await import('../access/roles/NewRole')).NewRole),
  accessControl('roles/compare', async () => (await import('../access/roles/Compare')).Compare),
  accessControl('roles/$id', async () => (await import('../access/roles/RoleRecord')).RoleRecord),
  accessControl('permissions', async () => (await import('../access/permissions/WhoCan')).WhoCan),
  accessControl('keys', async () => (await import('../access/keys/KeysList')).KeysList),
]

/** Each piece of the kit in its states; only in development. */
const kit = createRoute({
  getParentRoute: () => dashboard,
  path: 'kit',
  loader: () => loadTexts('kit', 'payin', 'showcase'),
  component: lazyRouteComponent(() => import('../showcase/Kit'), 'Kit'),
})

/** A screen of double approval. */
const doubleApproval = screens('settings/double-approval', 'approvals')

const approvals = [
  doubleApproval('', async () => (await import('../approvals/ApprovalsList')).ApprovalsList),
  doubleApproval('/policies', async () => (await import('../approvals/policies/PoliciesList')).PoliciesList),
  doubleApproval('/$id', async () => (await import('../approvals/record/ApprovalRecord')).ApprovalRecord),
]

/** A screen about what was done. */
const auditScreen = screens('audit/', 'audit')

const audit = [
  auditScreen('activity-log', async () => (await import('../audit/ActivityList')).ActivityList),
  auditScreen('self-check', async () => (await import('../audit/SelfCheck')).SelfCheck),
  auditScreen(
    'activity-log/$id',
    async () => (await import('../audit/record/ActivityRecord')).ActivityRecord,
  ),
]

/** A screen of tickets. */
const tickets = screens('audit/', 'cases')

const cases = [
  tickets('ombudsman-tickets', async () => (await import('../cases/TicketLists')).OmbudsmanList),
  tickets('ombudsman-tickets/half-year', async () => (await import('../cases/HalfYear')).HalfYear),
  tickets('ombudsman-tickets/deadlines', async () => (await import('../cases/TicketLists')).DeadlinesList),
  tickets('ombudsman-tickets/$id', async () => (await import('../cases/TicketRecord')).OmbudsmanTicket),
  tickets('customer-service-tickets', async () => (await import('../cases/TicketLists')).ServiceList),
  tickets('customer-service-tickets/$id', async () => (await import('../cases/TicketRecord')).ServiceTicket),
]

/** Screens of KYC and of what the Central Bank wants known. */
const kyc = screens('compliance/', 'kyc')
const bacen = screens('compliance/bacen-attributes/', 'bacen')

const known = [
  kyc('early-kyc/list', async () => (await import('../compliance/kyc/KycLists')).LeadsList),
  kyc('early-kyc/$id', async () => (await import('../compliance/kyc/LeadRecord')).LeadRecord),
  kyc('kyc/list', async () => (await import('../compliance/kyc/KycLists')).RequestsList),
  kyc('kyc/reasons', async () => (await import('../compliance/kyc/KycLists')).ReasonsList),
  kyc('kyc/reasons/$id', async () => (await import('../compliance/kyc/ReasonRecord')).ReasonRecord),
  kyc('kyc/renewals', async () => (await import('../compliance/kyc/KycLists')).RenewalsList),
  kyc('kyc/awaiting-approval', async () => (await import('../compliance/kyc/KycLists')).ProposalsList),
  kyc(
    'kyc/awaiting-approval/$id',
    async () => (await import('../compliance/kyc/ProposalRecord')).ProposalRecord,
  ),
  kyc('kyc/$id', async () => (await import('../compliance/kyc/RequestRecord')).RequestRecord),
  bacen('merchants', async () => (await import('../compliance/bacen/BacenLists')).MerchantsList),
  bacen('merchants/$id', async () => (await import('../compliance/bacen/MerchantRecord')).MerchantRecord),
  bacen('partners', async () => (await import('../compliance/bacen/BacenLists')).PartnersList),
  bacen('ccs', async () => (await import('../compliance/bacen/BacenLists')).CcsList),
  bacen('duties', async () => (await import('../compliance/bacen/BacenLists')).DutiesList),
  bacen('duties/$id', async () => (await import('../compliance/bacen/DutyRecord')).DutyRecord),
]

/** A screen of bank statements, balances per day and adjustments. */
const concile = screens('conciliation/internal/', 'conciliation', 'returns')

const conciliation = [
  concile('bank-statement', async () => (await import('../conciliation/Lists')).LinesList),
  concile('bank-statement/files', async () => (await import('../conciliation/Lists')).FilesList),
  concile('bank-statement/files/$id', async () => (await import('../conciliation/FileRecord')).FileRecord),
  concile('bank-statement/exceptions', async () => (await import('../conciliation/Lists')).ExceptionsList),
  concile(
    'bank-statement/exceptions/$id',
    async () => (await import('../conciliation/ExceptionRecord')).ExceptionRecord,
  ),
  concile('bank-statement/rules', async () => (await import('../conciliation/Lists')).RulesList),
  concile('bank-statement/rules/$id', async () => (await import('../conciliation/RuleRecord')).RuleRecord),
  concile('bank-statement/house-accounts', async () => (await import('../conciliation/Lists')).AccountsList),
  concile(
    'bank-statement/house-accounts/$id',
    async () => (await import('../conciliation/AccountRecord')).AccountRecord,
  ),
  concile('bank-statement/$id', async () => (await import('../conciliation/LineRecord')).LineRecord),
  concile('balances-history', async () => (await import('../conciliation/Lists')).DaysList),
  concile('balances-history/$id', async () => (await import('../conciliation/day/DayBench')).DayBench),
  concile(
    'adjustments-statement-merchant',
    async () => (await import('../conciliation/Lists')).AdjustmentsList,
  ),
  concile(
    'adjustments-statement-merchant/$id',
    async () => (await import('../conciliation/AdjustmentRecord')).AdjustmentRecord,
  ),
]

/** A screen of what nobody outside may know of. */
const pldRule = screens('compliance/pld-rule-management/', 'pld')
const pldAlert = screens('compliance/pld-alert-management/', 'pld')

const pld = [
  pldRule('rules-list', async () => (await import('../pld/rules/RulesLists')).RulesList),
  pldRule('features', async () => (await import('../pld/rules/FeaturesPage')).FeaturesPage),
  pldRule('backtests', async () => (await import('../pld/rules/RulesLists')).BacktestsList),
  pldRule('backtests/$id', async () => (await import('../pld/rules/BacktestPage')).BacktestPage),
  pldRule('coverage', async () => (await import('../pld/blindSpots/CoveragePage')).CoveragePage),
  pldRule('blind-spots', async () => (await import('../pld/blindSpots/BlindSpotsList')).BlindSpotsList),
  pldRule('blind-spots/$id', async () => (await import('../pld/blindSpots/BlindSpotPage')).BlindSpotPage),
  pldRule('new', async () => (await import('../pld/rules/RuleForm')).NewRule),
  pldRule('$id', async () => (await import('../pld/rules/RulePage')).RulePage),
  pldRule('$id/draft', async () => (await import('../pld/rules/RuleForm')).DraftRule),
  pldAlert('triggered-alerts', async () => (await import('../pld/alerts/AlertLists')).AlertsList),
  pldAlert('cases', async () => (await import('../pld/alerts/AlertLists')).CasesList),
  pldAlert('cases/$id', async () => (await import('../pld/alerts/CasePage')).CasePage),
  pldAlert('coaf', async () => (await import('../pld/coaf/CoafLists')).CommunicationsList),
  pldAlert('coaf/files', async () => (await import('../pld/coaf/CoafLists')).FilesList),
  pldAlert('coaf/$id', async () => (await import('../pld/coaf/CommunicationPage')).CommunicationPage),
  pldAlert('clocks', async () => (await import('../pld/alerts/AlertLists')).ClocksList),
  pldAlert('reasons', async () => (await import('../pld/alerts/ReasonsPage')).ReasonsPage),
  pldAlert('$id', async () => (await import('../pld/alerts/AlertPage')).AlertPage),
]

/** A screen of who was signed in, and one of when our services did not work. */
const connected = screens('audit/connectiontime', 'connection')
const available = screens('audit/unavailability', 'availability')

const operations = [
  connected('', async () => (await import('../connection/SessionsList')).SessionsList),
  connected('/$id', async () => (await import('../connection/SessionRecord')).SessionPage),
  available('', async () => (await import('../availability/IncidentsList')).IncidentsList),
  available('/month', async () => (await import('../availability/MonthPage')).MonthPage),
  available('/$id', async () => (await import('../availability/IncidentRecord')).IncidentPage),
]

/** A screen of the tools. */
const tool = screens('tools/', 'tools')

const tools = [
  tool('cron-tasks', async () => (await import('../tools/TasksList')).TasksList),
  tool('cron-tasks/$id', async () => (await import('../tools/record/TaskRecord')).TaskRecord),
]

/** A screen about the programs of a merchant. */
const ofPrograms = screens('payin/sdk-management', 'sdk')

const sdk = [
  ofPrograms('', async () => (await import('../sdk/keys/SdkKeys')).SdkKeys),
  ofPrograms('/webhooks', async () => (await import('../sdk/webhooks/WebhooksList')).WebhooksList),
  ofPrograms('/webhooks/$id', async () => (await import('../sdk/webhooks/EndpointRecord')).EndpointPage),
  ofPrograms('/deliveries', async () => (await import('../sdk/webhooks/DeliveriesList')).DeliveriesList),
  ofPrograms('/deliveries/$id', async () => (await import('../sdk/webhooks/DeliveryRecord')).DeliveryPage),
  ofPrograms('/checkout', async () => (await import('../sdk/checkout/TryCheckout')).TryCheckout),
]

/** A screen of companies, or of their accounts. */
const company = screens('', 'companies', 'audit')

const companies = [
  company('companies/list-companies', async () => (await import('../companies/CompaniesList')).CompaniesList),
  company('companies/$id', async () => (await import('../companies/CompanyRecord')).CompanyRecord),
  company('accounts/list', async () => (await import('../accounts/AccountsList')).AccountsList),
  company('accounts/$id', async () => (await import('../accounts/AccountRecord')).AccountRecord),
]

/** A screen of deposits or of payment scheduling. */
const deposit = screens('account/', 'deposits')

const deposits = [
  deposit('deposits/list', async () => (await import('../account/deposits/DepositsList')).DepositsList),
  deposit('deposits/$id', async () => (await import('../account/deposits/DepositRecord')).DepositPage),
  deposit(
    'payment-scheduling/list',
    async () => (await import('../account/scheduling/SchedulesList')).SchedulesList,
  ),
  deposit(
    'payment-scheduling/$id',
    async () => (await import('../account/scheduling/ScheduleRecord')).SchedulePage,
  ),
]

/** A screen of payments to others; orders to banks have the words of withdrawals. */
const paidOut = screens(
  'payouts/payments/',
  'payoutPayments',
  'payoutEvidence',
  'payoutBatches',
  'payoutRoutes',
  'payoutRules',
  'transfers',
  'payees',
)

/** The other screens of payouts. */
const payoutAdministration = screens(
  'payouts/administration',
  'payoutAdmin',
  'payoutCases',
  'payoutFiles',
  'payoutPayments',
  'transfers',
)
const payoutForecast = screens(
  'payouts/administration/forecast',
  'payoutAdmin',
  'payoutCases',
  'payoutForecast',
)
const payoutCases = screens('payouts/administration/cases', 'payoutAdmin', 'payoutCases')
const cameBack = screens('payouts/refunds/', 'payoutRefunds', 'claims')
const payoutSettings = screens('payouts/settings/overview', 'payoutSettings')
const payoutRules = screens('payouts/settings/rules', 'payoutRules', 'pixRules', 'payoutSettings')

const payouts = [
  payoutAdministration(
    '',
    async () => (await import('../payouts/administration/Administration')).Administration,
  ),
  payoutForecast('', async () => (await import('../payouts/forecast/ForecastPage')).ForecastPage),
  payoutCases('', async () => (await import('../payouts/cases/CasesList')).CasesList),
  payoutCases('/$id', async () => (await import('../payouts/cases/CaseRecord')).CasePage),
  cameBack('list', async () => (await import('../payouts/refunds/RefundsList')).ReturnsList),
  cameBack('claims', async () => (await import('../payouts/refunds/RefundsList')).ClaimedList),
  cameBack('notices', async () => (await import('../payouts/refunds/notices/NoticesList')).NoticesList),
  cameBack('notices/$id', async () => (await import('../payouts/refunds/notices/NoticePage')).NoticePage),
  cameBack('$id', async () => (await import('../payouts/refunds/ReturnRecord')).ReturnPage),
  payoutSettings('', async () => (await import('../payouts/settings/SettingsList')).SettingsList),
  payoutSettings('/$id', async () => (await import('../payouts/settings/SettingsPage')).SettingsPage),
  payoutRules('', async () => (await import('../payouts/rules/RulesList')).RulesList),
  payoutRules('/$id', async () => (await import('../payouts/rules/RulesPage')).RulesPage),
  paidOut('list', async () => (await import('../payouts/payments/PaymentsList')).PaymentsList),
  paidOut('holds', async () => (await import('../payouts/payments/holds/HoldsList')).HoldsList),
  paidOut('$id', async () => (await import('../payouts/payments/PaymentRecord')).PaymentPage),
]

/** A screen of the merchant's own account. */
const ownAccount = screens('account/', 'account')

const statement = [
  ownAccount(
    'transactions-history/list',
    async () => (await import('../account/history/HistoryList')).HistoryList,
  ),
  ownAccount(
    'transactions-history/as-known',
    async () => (await import('../account/history/AsKnown')).AsKnown,
  ),
  ownAccount(
    'transactions-history/$id',
    async () => (await import('../account/history/TransactionRecord')).TransactionRecord,
  ),
  ownAccount('merchant-notes/list', async () => (await import('../account/notes/NotesList')).NotesList),
  ownAccount('merchant-notes/$id', async () => (await import('../account/notes/NoteRecord')).NoteRecord),
]

/** A screen about where money goes. */
const outgoing = screens('account/', 'transfers')

/** A withdrawal's page, with what two people say of an order that no bank answers. */
const withdrawn = screens('account/transfers/', 'transfers', 'payoutEvidence', 'payoutPayments')

const transfers = [
  outgoing('transfers/list', async () => (await import('../account/transfers/TransfersList')).TransfersList),
  withdrawn('$id', async () => (await import('../account/transfers/TransferRecord')).TransferPage),
  outgoing(
    'merchant-bank-accounts/list',
    async () => (await import('../account/bankaccounts/BankAccountsList')).BankAccountsList,
  ),
  outgoing(
    'merchant-bank-accounts/$id',
    async () => (await import('../account/bankaccounts/BankAccountRecord')).BankAccountPage,
  ),
]

/** A screen of banks as payouts meet them. */
const payoutBank = screens('payouts/banks/', 'payoutBanks')

const payoutBanks = [
  payoutBank('list', async () => (await import('../payouts/banks/BanksList')).BanksList),
  payoutBank('$id', async () => (await import('../payouts/banks/BankPage')).BankPage),
]

/** A screen of what is kept of those who pay out. */
const register = screens('payouts/', 'payoutRegisters')

const registers = [
  register(
    'franchises/list',
    async () => (await import('../payouts/franchises/FranchisesList')).FranchisesList,
  ),
  register('franchises/$id', async () => (await import('../payouts/franchises/FranchisePage')).FranchisePage),
  register(
    'account-owners/list',
    async () => (await import('../payouts/accountOwners/OwnersList')).OwnersList,
  ),
  register('account-owners/$id', async () => (await import('../payouts/accountOwners/OwnerPage')).OwnerPage),
  register(
    'merchant-contract-dq/list',
    async () => (await import('../payouts/contracts/ContractsList')).ContractsList,
  ),
  register(
    'merchant-contract-dq/$id',
    async () => (await import('../payouts/contracts/ContractPage')).ContractPage,
  ),
]

/** A screen of processors that pay. */
const paying = screens('payouts/processors/', 'processors', 'payoutFiles', 'payoutRoutes')
/** A screen of the routes that say which processor gets which order. */
const payoutRoutes = screens(
  'payouts/processors/routes',
  'payoutRoutes',
  'payoutRules',
  'pixRules',
  'payoutFiles',
)
/** A screen of payment returns and remittances. */
const paymentFile = screens('payouts/return-file/', 'returns', 'payoutFiles')
/** A screen of what was asked again. */
const again = screens('payouts/reprocessing-history/', 'returns', 'payoutFiles')

const payoutFiles = [
  paying('list', async () => (await import('../payouts/processors/ProcessorsList')).ProcessorsList),
  paying('$id', async () => (await import('../payouts/processors/ProcessorPage')).ProcessorPage),
  payoutRoutes('', async () => (await import('../payouts/routing/RoutesList')).RoutesList),
  payoutRoutes('/$id', async () => (await import('../payouts/routing/RoutesPage')).RoutesPage),
  paying('lots/$id', async () => (await import('../payouts/processors/LotPage')).LotPage),
  paymentFile('preview', async () => (await import('../payouts/return-file/FileLists')).PreviewList),
  paymentFile('preview/$id', async () => (await import('../payouts/return-file/FilePage')).PreviewPage),
  paymentFile('live', async () => (await import('../payouts/return-file/FileLists')).LiveList),
  paymentFile('live/$id', async () => (await import('../payouts/return-file/FilePage')).LivePage),
  paymentFile('live/lots', async () => (await import('../payouts/lots/LotsList')).LotsList),
  paymentFile(
    'live/remittances',
    async () => (await import('../payouts/remittances/RemittancesList')).RemittancesList,
  ),
  paymentFile(
    'live/remittances/$id',
    async () => (await import('../payouts/remittances/RemittancePage')).RemittancePage,
  ),
  again('list', async () => (await import('../payouts/reprocessing/ReprocessingList')).ReprocessingList),
]

/** A screen of return files. */
const returnFile = screens('payin/return-file', 'returns')

const returnFiles = [
  returnFile('', async () => (await import('../returns/LiveList')).LiveList),
  returnFile('/$id', async () => (await import('../returns/FileRecord')).LivePage),
  returnFile('/preview', async () => (await import('../returns/PreviewList')).PreviewList),
  returnFile('/preview/$id', async () => (await import('../returns/FileRecord')).PreviewPage),
]

/** A screen of payees; where they are paid has the words of withdrawals. */
const payee = screens('payouts/data-qualification/', 'payees', 'transfers')
const suspect = screens('payouts/data-qualification/suspects', 'payees', 'suspects', 'transfers')

const payees = [
  payee('individual/list', async () => (await import('../payouts/payees/PayeesList')).PayeesList),
  payee('individual/$id', async () => (await import('../payouts/payees/PayeeRecord')).PayeePage),
  payee('imports', async () => (await import('../payouts/payees/imports/ImportsList')).ImportsList),
  payee('imports/$id', async () => (await import('../payouts/payees/imports/ImportPage')).ImportPage),
  suspect('', async () => (await import('../payouts/suspects/SuspectsList')).SuspectsList),
  suspect('/$id', async () => (await import('../payouts/suspects/SuspectRecord')).SuspectPage),
]

const blocks = screens('compliance/block-list/', 'blockList', 'judicialOrders')

const blockList = [
  blocks('list', async () => (await import('../compliance/blockList/BlockLists')).EntriesList),
  blocks('refusals', async () => (await import('../compliance/blockList/BlockLists')).RefusalsList),
  blocks('uploads', async () => (await import('../compliance/blockList/BlockLists')).UploadsList),
  blocks('uploads/$id', async () => (await import('../compliance/blockList/UploadRecord')).UploadPage),
  blocks('messages', async () => (await import('../compliance/judicialOrders/MessagesList')).MessagesList),
  blocks('orders', async () => (await import('../compliance/judicialOrders/OrdersList')).OrdersList),
  blocks('orders/$id', async () => (await import('../compliance/judicialOrders/OrderPage')).OrderPage),
  blocks('$id', async () => (await import('../compliance/blockList/EntryRecord')).EntryPage),
]

const merchantRule = screens('compliance/rule-manager/merchant', 'merchantRules')

const merchantRules = [
  merchantRule('', async () => (await import('../compliance/merchantRules/MatrixList')).MatrixList),
  merchantRule('/$id', async () => (await import('../compliance/merchantRules/EffectivePage')).EffectivePage),
]

/** A screen of the payments that leave to others. */
const payout = screens('payouts/payments/', 'payoutBatches', 'payoutForecast')

const payoutBatches = [
  payout('list-batches', async () => (await import('../payouts/batches/BatchesList')).BatchesList),
  payout('batches/$id', async () => (await import('../payouts/batches/BatchPage')).BatchPage),
]

/** A screen of splits; their runs show the batches that they brought. */
const payoutSplit = screens('payouts/splits/', 'payoutSplits', 'payoutBatches', 'recipients')

const payoutSplits = [
  payoutSplit('list', async () => (await import('../payouts/splits/SplitsList')).SplitsList),
  payoutSplit('runs', async () => (await import('../payouts/splits/SplitsList')).SplitRunsList),
  payoutSplit('$id', async () => (await import('../payouts/splits/SplitPage')).SplitPage),
]

/** A screen of the providers that check people and companies. */
const checkProvider = screens('compliance/provider-manager', 'checkProviders')

const checkProviders = [
  checkProvider('', async () => (await import('../compliance/providers/ProviderLists')).ProvidersList),
  checkProvider('/calls', async () => (await import('../compliance/providers/ProviderLists')).ProviderCalls),
  checkProvider('/costs', async () => (await import('../compliance/providers/ProviderLists')).ProviderCosts),
  checkProvider('/$id', async () => (await import('../compliance/providers/ProviderPage')).ProviderPage),
]

/** A screen of document check. */
const documentCheck = screens('compliance/document-check', 'screening')

const documentChecks = [
  documentCheck('', async () => (await import('../compliance/screening/ScreeningLists')).ChecksList),
  documentCheck('/hits', async () => (await import('../compliance/screening/ScreeningLists')).HitsList),
  documentCheck('/hits/$id', async () => (await import('../compliance/screening/HitPage')).HitPage),
  documentCheck('/lists', async () => (await import('../compliance/screening/ScreeningLists')).ListsList),
  documentCheck('/lists/$id', async () => (await import('../compliance/screening/ListPage')).ListPage),
  documentCheck(
    '/whitelist',
    async () => (await import('../compliance/screening/ScreeningLists')).WhitelistList,
  ),
  documentCheck('/looks', async () => (await import('../compliance/screening/ScreeningLists')).LooksList),
  documentCheck('/files', async () => (await import('../compliance/screening/ScreeningLists')).FilesList),
  documentCheck('/$id', async () => (await import('../compliance/screening/CheckPage')).CheckPage),
]

/** Anything else under the dashboard was not found, and the frame stands. */
const unknown = createRoute({ getParentRoute: () => dashboard, path: '$', component: NothingFound })

/** A screen of exchange. */
const trade = screens('exchange/', 'exchange')
/** A screen of files for the Central Bank; its rows are operations. */
const filing = screens('exchange/c220', 'filings', 'exchange')
/** The workbench of one of them, which names what people did. */
const workbench = screens('exchange/c220', 'filings', 'exchange', 'audit')

const exchange = [
  trade(
    'transactions/list',
    async () => (await import('../exchange/operations/OperationsList')).OperationsList,
  ),
  trade('transactions/closing', async () => (await import('../exchange/closings/ClosingsList')).ClosingsList),
  trade(
    'transactions/closing/$id',
    async () => (await import('../exchange/closings/ClosingPage')).ClosingPage,
  ),
  trade('transactions/$id', async () => (await import('../exchange/operations/OperationPage')).OperationPage),
  trade('banks/list', async () => (await import('../exchange/banks/BankLists')).BanksList),
  trade('banks/rates', async () => (await import('../exchange/banks/BankLists')).RatesList),
  trade('banks/tax-rules', async () => (await import('../exchange/banks/BankLists')).TaxRulesList),
  trade('banks/agreements', async () => (await import('../exchange/banks/BankLists')).AgreementsList),
  trade('banks/$id', async () => (await import('../exchange/banks/BankPage')).BankPage),
  filing('', async () => (await import('../exchange/c220/RequestsList')).RequestsList),
  filing('/$id', async () => (await import('../exchange/c220/RequestPage')).RequestPage),
  workbench('/$id/workbench', async () => (await import('../exchange/c220/WorkbenchPage')).WorkbenchPage),
]

/** All of the web. */
export const tree = root.addChildren([
  ...outside,
  dashboard.addChildren([
    overview,
    ...payin,
    ...payers,
    ...med,
    ...processors,
    ...rules,
    ...recipients,
    ...automaticPix,
    ...person,
    ...access,
    ...approvals,
    ...companies,
    ...audit,
    ...cases,
    ...known,
    ...conciliation,
    ...pld,
    ...operations,
    ...blockList,
    ...merchantRules,
    ...tools,
    ...deposits,
    ...statement,
    ...transfers,
    ...payouts,
    ...sdk,
    ...returnFiles,
    ...payoutBanks,
    ...registers,
    ...payees,
    ...payoutFiles,
    ...payoutBatches,
    ...payoutSplits,
    ...checkProviders,
    ...documentChecks,
    ...exchange,
    kit,
    unknown,
  ]),
])
